package serviceone.soak;

import java.util.List;
import serviceone.meter.Mode;
import testing.Program;

/**
 * Service two with faults, and service one before it, each a JVM of its own on free ports. They end with their standard
 * input, so also when the soak is killed.
 */
final class Services implements AutoCloseable {
    static final int ERROR_PERCENT = 2;
    static final int HANG_PERCENT = 1;
    static final int RESET_PERCENT = 1;
    static final FaultShare FAULTS =
            FaultShare.of(ERROR_PERCENT / 100.0, HANG_PERCENT / 100.0, RESET_PERCENT / 100.0);
    static final int MOST_CONNECTIONS = 120;
    /** So that the collector has to work, and what is kept by mistake is in its way. */
    private static final List<String> HEAP = List.of("JDK_JAVA_OPTIONS=-Xmx256m");
    private static final String UNTIL_END = "--until-stdin-closes";

    private final Program two;
    private final Program one;
    private final int portOfTwo;
    private final int port;

    Services(Mode mode) throws Exception {
        two = Program.java(HEAP, "service-two", "servicetwo.ServiceTwo", UNTIL_END, "--port=0", "--delay=5",
                "--stage-delay=10", "--jitter=20", "--slow-start=10", "--error-percent=" + ERROR_PERCENT,
                "--hang-percent=" + HANG_PERCENT, "--reset-percent=" + RESET_PERCENT);
        portOfTwo = two.awaitPort("two");
        one = Program.java(HEAP, "service-one", "serviceone.ServiceOne", mode.label(), UNTIL_END, "--port=0",
                "--admin-port=0", "--service-two=127.0.0.1:" + portOfTwo, "--threads=32", "--answer-timeout=2000",
                "--request-timeout=2000", "--write-timeout=1000", "--max-connections=" + MOST_CONNECTIONS);
        port = one.awaitPort("one");
    }

    int port() {
        return port;
    }

    int portOfTwo() {
        return portOfTwo;
    }

    /** Service one's. */
    long pid() {
        return one.pid();
    }

    /** Where its figures are, which do not count those who look at them. */
    String statusPage() {
        return one.output().split("status page ")[1].split("[,)]")[0];
    }

    /** Stops service one as {@code kill} does; returns its exit code. */
    int stop() throws InterruptedException {
        return one.terminate().exitCode();
    }

    @Override
    public void close() {
        one.close();
        two.close();
    }
}
