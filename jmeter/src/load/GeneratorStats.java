package load;

import common.json.Records;
import java.io.IOException;
import java.net.URI;

/**
 * What a machine that lends itself as a load generator says of itself at {@code GET /stats}, on the port after its
 * jmeter-server's. Immutable.
 *
 * @param millis    its clock, in milliseconds since 1970
 * @param cpuMillis CPU time of its JMeter since that was started; -1 where it is not known
 * @param cores     that its JMeter may use
 * @param busy      whether it makes load just now
 */
public record GeneratorStats(long millis, long cpuMillis, int cores, boolean busy) {
    /** @throws IOException where there is no answer, or one that is none of a jmeter-server of this project */
    public static GeneratorStats ask(HostPort server, int timeoutMillis) throws IOException {
        URI address = URI.create("http://" + figures(server) + "/stats");
        return Records.read(GeneratorStats.class, HttpText.get(address, timeoutMillis));
    }

    /** Where the figures of a jmeter-server are told. */
    public static HostPort figures(HostPort server) {
        return new HostPort(server.host(), server.port() + 1);
    }
}
