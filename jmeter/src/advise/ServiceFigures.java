package advise;

import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import load.Stats;

/**
 * A service in figures: the reader's own, or those that a running one tells. Seconds; NaN for what is not known.
 *
 * @param rate    requests a second that arrive, or would, if none waited for its turn
 * @param users   who wait for their answers and ask again, where that is the load; else NaN
 * @param latency that a request takes without any queue: its computing, and its waiting for others
 * @param threads of its pool; 0 for none, as with virtual threads or event loops
 * @param cpu     CPU time of a request
 * @param permits of what a request must have for a while, as a connection to a database; 0 where there is no such thing
 * @param held    for how long a request has one
 * @param pinned  what of its waiting keeps the carrier of a virtual thread, as in a native call
 * @param p99     what one request in a hundred takes, or more
 */
record ServiceFigures(double rate, double users, double latency, int threads, int cores, double cpu, int permits,
        double held, double pinned, double p99) {
    /** CPU time is the process's, with its compiler and collector, so it may be more than the request's own time. */
    private static final double MOST_CPU = 10;
    /** A second: of fewer answers the CPU time is mostly the JVM's own. */
    private static final double FEW_ANSWERS = 50;

    /**
     * Those of a service one that is under load. What a request takes is what it has to wait for others by what service
     * two announces, and its CPU time: measured times have queues in them, for a thread, a permit or a core, and so
     * would say of each service that it is just large enough.
     *
     * @param remarks takes what to doubt about the figures
     * @throws IOException where it is under no load, or does not tell enough
     */
    static ServiceFigures of(Stats.One said, List<String> remarks) throws IOException {
        Stats.One.Service service = said.service();
        Stats.One.Now now = said.now();
        Stats.One.Law law = said.law();
        boolean hasPool = Boolean.TRUE.equals(service.boundedByThreads());
        if (now == null || !(service.cores() >= 1) || hasPool && !(service.limit() >= 1)) {
            throw new IOException("it tells neither its cores and threads nor how it is now");
        }
        if (now.connections() == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!(now.throughput() > 0 && now.serviceMillis() > 0 && now.queued() + now.inFlight() >= 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        if (now.throughput() < FEW_ANSWERS) {
            remarks.add("Its CPU time is that of few requests, and thus mostly the JVM's own.");
        }
        double cpu = now.cpuMicrosPerRequest() > 0 ? now.cpuMicrosPerRequest() / 1e6 : Double.NaN;
        double latency = law.waitSeconds() >= 0 && cpu > 0 ? law.waitSeconds() + cpu : now.serviceMillis() / 1e3;
        boolean isOpen = "open".equals(law.arrivals()) && law.arrivalsPerSecond() > 0;
        // What would arrive if nobody waited for a turn: where all threads are busy already, at least what these let
        // through.
        double rate = !isOpen ? users(now) / latency
                : hasPool && now.queued() > 0 ? Math.max(law.arrivalsPerSecond(), service.limit() / latency)
                : law.arrivalsPerSecond();
        boolean hasPermits = law.serviceTwo() != null && law.serviceTwo().authorizePermits() >= 1;
        // What keeps its carrier limits this mode or would limit the other one; else it is not known, and no matter.
        double pinned = Stream.of(law.here(), law.other())
                .filter(mode -> mode != null && "carriers".equals(mode.bound()) && mode.throughput() > 0).findFirst()
                .map(mode -> Math.min(latency, service.cores() / mode.throughput())).orElse(Double.NaN);
        return new ServiceFigures(rate, isOpen ? Double.NaN : users(now), latency, hasPool ? (int) service.limit() : 0,
                (int) service.cores(), cpu, hasPermits ? (int) law.serviceTwo().authorizePermits() : 0,
                hasPermits ? Math.min(latency, law.serviceTwo().stageDelayMillis() / 1e3) : Double.NaN, pinned,
                Double.NaN);
    }

    /** Who waits for an answer. A request whose thread waits for a carrier may not have been read yet. */
    private static double users(Stats.One.Now now) {
        double waiting = Math.max(known(now.load()), now.queued() + now.inFlight());
        return Math.min(waiting + known(now.virtualThreadsQueued()), Math.max(waiting, now.connections()));
    }

    private static double known(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /** @throws UsageException where they contradict each other */
    ServiceFigures checked() throws UsageException {
        atMost(MOST_CPU * latency, "--cpu", cpu, "computes");
        atMost(latency, "--held", held, "holds a permit");
        atMost(latency, "--pinned", pinned, "keeps its carrier");
        if (permits == 0 && !Double.isNaN(held)) {
            throw new UsageException("--held is for how long a request has one of --permits N");
        }
        return this;
    }

    private void atMost(double most, String option, double seconds, String does) throws UsageException {
        if (seconds > most) {
            throw new UsageException(option + " " + Quantity.time(seconds) + " is more than --latency "
                    + Quantity.time(latency) + ": a request " + does + " for a part of the time that it takes");
        }
    }

    boolean hasPool() {
        return threads > 0;
    }

    /** Whether the load is users who ask again when they have their answer. */
    boolean isClosed() {
        return users > 0;
    }

    /** How long what is pinned keeps its carrier, on which it computes as well; NaN where nothing is pinned. */
    double onCarrier() {
        return pinned > 0 && cpu > 0 ? pinned + cpu : pinned;
    }
}
