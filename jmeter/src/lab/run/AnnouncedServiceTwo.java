package lab.run;

import common.io.HostPort;
import common.json.Records;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import load.HttpText;

/**
 * What a service two says of itself at {@code GET /stats}. Immutable.
 *
 * @param service          {@code two}; other programs say something else, or nothing
 * @param authorizePermits null where it has no limit
 * @param cpuMillis        CPU time since its start
 */
public record AnnouncedServiceTwo(String service, int delayMillis, int stageDelayMillis, Integer authorizePermits,
        int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds, long cpuMillis) {

    /** @throws IOException where nobody answers, or another program */
    static AnnouncedServiceTwo ask(HostPort address, int timeoutMillis) throws IOException {
        var said = Records.read(AnnouncedServiceTwo.class,
                HttpText.get(URI.create("http://" + address + "/stats"), timeoutMillis));
        if (!"two".equals(said.service)) {
            throw new IOException("it is another program");
        }
        return said;
    }

    ServiceTwoOptions options() {
        Map<String, Integer> values = new LinkedHashMap<>();
        values.put("--delay", delayMillis);
        values.put("--stage-delay", stageDelayMillis);
        ServiceTwoOptions.put(values, "--authorize-permits", authorizePermits);
        ServiceTwoOptions.put(values, "--error-percent", errorPercent);
        ServiceTwoOptions.put(values, "--hang-percent", hangPercent);
        ServiceTwoOptions.put(values, "--reset-percent", resetPercent);
        ServiceTwoOptions.put(values, "--jitter", jitterMillis);
        ServiceTwoOptions.put(values, "--slow-start", slowStartSeconds);
        return new ServiceTwoOptions(values);
    }
}
