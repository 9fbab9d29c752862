package serviceone.soak;

import java.util.List;
import serviceone.meter.Mode;
import testing.Program;

/**
 * Service two with faults, and service one before it, each a JVM of its own on free ports. They end with their standard
 * input, so also when the soak is killed.
 */
final class SoakedServices implements AutoCloseable {
    private static final double ERRORS = 0.02;
    private static final double HANGS = 0.01;
    private static final double RESETS = 0.01;
    private static final int CALLS = 4;
    /** In standard deviations: once in 16,000 runs chance goes further. */
    private static final int DEVIATIONS = 4;
    static final int MOST_CONNECTIONS = 120;
    /** So that the collector has to work, and what is kept by mistake is in its way. */
    private static final List<String> HEAP = List.of("JDK_JAVA_OPTIONS=-Xmx256m");
    private static final String UNTIL_END = "--until-stdin-closes";

    private final Program two;
    final Program one;
    final int portOfTwo;
    final int port;

    SoakedServices(Mode mode) throws Exception {
        two = Program.java(HEAP, "service-two", "servicetwo.ServiceTwo", UNTIL_END, "--port=0", "--delay=5",
                "--stage-delay=10", "--jitter=20", "--slow-start=10", "--error-percent=" + percent(ERRORS),
                "--hang-percent=" + percent(HANGS), "--reset-percent=" + percent(RESETS));
        portOfTwo = two.awaitPort("two");
        one = Program.java(HEAP, "service-one", "serviceone.ServiceOne", mode.label(), UNTIL_END, "--port=0",
                "--admin-port=0", "--service-two=127.0.0.1:" + portOfTwo, "--threads=32", "--answer-timeout=2000",
                "--request-timeout=2000", "--write-timeout=1000", "--max-connections=" + MOST_CONNECTIONS);
        port = one.awaitPort("one");
    }

    private static long percent(double share) {
        return Math.round(100 * share);
    }

    /** Where service one's figures are, which do not count those who look at them. */
    String statusPage() {
        return one.output().split("status page ")[1].split("[,)]")[0];
    }

    /**
     * Whether so many failures are explained by the faults, of which one in four calls is enough, and by chance. A
     * reset instead of an answer looks like a pooled connection that had become stale, so service one makes that call
     * once more, on a new connection: the share is least where that is so for all resets, and greatest where for none.
     */
    static boolean explain(long failed, long requests) {
        double all = ERRORS + HANGS + RESETS;
        double least = 1 - Math.pow(1 - (ERRORS + HANGS + RESETS * all), CALLS);
        double greatest = 1 - Math.pow(1 - all, CALLS);
        double share = (double) failed / requests;
        return share >= least - chance(least, requests) && share <= greatest + chance(greatest, requests);
    }

    private static double chance(double share, long requests) {
        return DEVIATIONS * Math.sqrt(share * (1 - share) / requests);
    }

    @Override
    public void close() {
        one.close();
        two.close();
    }
}
