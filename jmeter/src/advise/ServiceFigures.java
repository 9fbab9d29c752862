package advise;

import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import load.Stats;

/**
 * A service's figures, from the command line or from a running service. Times are in seconds; NaN if unknown.
 *
 * @param rate    requests per second that arrive, or would arrive if none queued
 * @param users   the number of users in a closed loop; NaN if the loop is open
 * @param latency the mean time of a request that does not queue: it computes, and waits for other services
 * @param threads the size of the service's pool; 0 if it has none, as with virtual threads or event loops
 * @param cores   the number of cores that the service may use
 * @param cpu     the CPU time per request
 * @param permits the number of permits for a scarce resource, such as a database's connections; 0 if there is none
 * @param held    how long a request holds a permit
 * @param pinned  the mean time during which a request pins a virtual thread to its carrier, as in a native call
 * @param p99     the 99th percentile of the latency
 */
record ServiceFigures(double rate, double users, double latency, int threads, int cores, double cpu, int permits,
        double held, double pinned, double p99) {
    /** CPU time includes the JIT compiler and garbage collector, so it may be this many times a request's latency. */
    private static final double MOST_CPU = 10;
    /** With fewer answers per second, most of the CPU time is the JVM's own. */
    private static final double FEW_ANSWERS = 50;

    /**
     * The figures of a service one under load. The latency is the sum of the waits that service two announces and the
     * CPU time. Measured latencies would include the queues for threads, permits and cores, so that every service would
     * seem just large enough.
     *
     * @param stats   service one's report about itself
     * @param remarks receives doubts about the figures
     * @throws IOException if the service is under no load, or reports too little
     */
    static ServiceFigures of(Stats.One stats, List<String> remarks) throws IOException {
        Stats.One.Service service = stats.service();
        Stats.One.Now now = stats.now();
        Stats.One.Law law = stats.law();
        boolean hasPool = Boolean.TRUE.equals(service.boundedByThreads());
        if (now == null || !(service.cores() >= 1) || hasPool && !(service.limit() >= 1)) {
            throw new IOException("it reports neither its cores and threads nor its current state");
        }
        if (now.connections() == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!(now.throughput() > 0 && now.serviceMillis() > 0 && now.queued() + now.inFlight() >= 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        if (now.throughput() < FEW_ANSWERS) {
            remarks.add("There are few requests, so most of the CPU time is the JVM's own.");
        }
        double cpu = now.cpuMicrosPerRequest() > 0 ? now.cpuMicrosPerRequest() / 1e6 : Double.NaN;
        double latency = law.waitSeconds() >= 0 && cpu > 0 ? law.waitSeconds() + cpu : now.serviceMillis() / 1e3;
        boolean isOpen = "open".equals(law.arrivals()) && law.arrivalsPerSecond() > 0;
        // The arrivals if no request queued. If all threads are busy, at least as many arrive as they let through.
        double rate = !isOpen ? users(now) / latency
                : hasPool && now.queued() > 0 ? Math.max(law.arrivalsPerSecond(), service.limit() / latency)
                : law.arrivalsPerSecond();
        boolean hasPermits = law.serviceTwo() != null && law.serviceTwo().authorizePermits() >= 1;
        // Service one reports pinning only if that limits this mode or would limit another; else it does not matter.
        double pinned = Stream.of(law.here(), law.other())
                .filter(mode -> mode != null && "carriers".equals(mode.bound()) && mode.throughput() > 0).findFirst()
                .map(mode -> Math.min(latency, service.cores() / mode.throughput())).orElse(Double.NaN);
        return new ServiceFigures(rate, isOpen ? Double.NaN : users(now), latency, hasPool ? (int) service.limit() : 0,
                (int) service.cores(), cpu, hasPermits ? (int) law.serviceTwo().authorizePermits() : 0,
                hasPermits ? Math.min(latency, law.serviceTwo().stageDelayMillis() / 1e3) : Double.NaN, pinned,
                Double.NaN);
    }

    /** Users who wait for an answer. A request whose thread waits for a carrier may not have been read yet. */
    private static double users(Stats.One.Now now) {
        double waiting = Math.max(orZero(now.load()), now.queued() + now.inFlight());
        return Math.min(waiting + orZero(now.virtualThreadsQueued()), Math.max(waiting, now.connections()));
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** @throws UsageException if the figures contradict each other */
    ServiceFigures checked() throws UsageException {
        if (cpu > MOST_CPU * latency) {
            throw new UsageException("--cpu " + Quantity.time(cpu) + " is more than " + Quantity.number(MOST_CPU)
                    + " times --latency " + Quantity.time(latency) + ": more than the JIT compiler, the garbage "
                    + "collector and several threads explain");
        }
        atMost("--held", held, "holds a permit");
        atMost("--pinned", pinned, "keeps its carrier");
        if (permits == 0 && !Double.isNaN(held)) {
            throw new UsageException("--held needs --permits N: it is how long a request holds a permit");
        }
        return this;
    }

    private void atMost(String option, double seconds, String does) throws UsageException {
        if (seconds > latency) {
            throw new UsageException(option + " " + Quantity.time(seconds) + " is more than --latency "
                    + Quantity.time(latency) + ", but a request " + does + " only for a part of its latency");
        }
    }

    boolean hasPool() {
        return threads > 0;
    }

    /** Whether the load is a closed loop. */
    boolean isClosed() {
        return users > 0;
    }

    /** How long a pinned request keeps its carrier, on which it also computes; NaN if nothing is pinned. */
    double onCarrier() {
        return pinned > 0 && cpu > 0 ? pinned + cpu : pinned;
    }
}
