package advise;

import module java.base;
import common.commandline.UsageException;
import common.figures.Figures;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Resource;
import text.Numbers;

/**
 * A service's figures. Times are in seconds. NaN means unknown.
 *
 * @param rate requests per second
 * @param users of a closed loop; NaN for an open loop
 * @param latency the mean without queueing
 * @param threads the size of the pool; 0 without a pool
 * @param cpu the CPU time per request
 * @param permits for a scarce resource, such as database connections
 * @param held how long a request holds a permit
 * @param pinned a request's mean time in native code that pins its virtual thread
 */
record ServiceFigures(double rate, double users, double latency, int threads, int cores,
        double cpu, int permits, double held, double pinned) {
    /** A ratio of CPU time to latency. The JIT compiler and the garbage collector count as CPU time. */
    private static final double MOST_CPU = 10;

    /**
     * Takes the requests in the queue and in flight for the users of a closed loop. Under a steady load that does not
     * queue, an open loop has the same rate. The latency is the CPU time plus the waits, if both are known: a measured
     * latency would include queueing.
     * @throws IOException if the service is under no load, or reports too little
     */
    static ServiceFigures of(Figures stats) throws IOException {
        Figures.Service service = stats.service();
        Figures.Now now = stats.now();
        Figures.Law law = stats.law();
        boolean hasPool = Boolean.TRUE.equals(service.boundedByThreads());
        boolean knowsThreads = service.boundedByThreads() != null
                && (!hasPool || service.limit() >= 1);
        if (now == null || !(service.cores() >= 1) || !knowsThreads) {
            throw new IOException("its cores, its threads or its current state is missing from its answer");
        }
        if (now.connections() == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!(now.throughput() > 0 && now.serviceMillis() > 0
                && now.queued() + now.inFlight() >= 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        double cpu = now.cpuMicrosPerRequest() > 0 ? now.cpuMicrosPerRequest() / 1e6 : Double.NaN;
        boolean knowsWaits = law.waitSeconds() >= 0 && cpu > 0;
        double latency = knowsWaits ? law.waitSeconds() + cpu : now.serviceMillis() / 1e3;
        int permits = 0;
        double held = Double.NaN;
        if (law.serviceTwo() != null && law.serviceTwo().authorizePermits() >= 1) {
            permits = (int) law.serviceTwo().authorizePermits();
            held = Math.min(latency, law.serviceTwo().stageDelayMillis() / 1e3);
        }
        double pinned = Stream.of(law.here(), law.other()).filter(Objects::nonNull)
                .filter(mode -> Resource.CARRIERS.words().equals(mode.bound())
                        && mode.throughput() > 0)
                .findFirst()
                .map(mode -> Math.min(latency, service.cores() / mode.throughput()))
                .orElse(Double.NaN);
        return new ServiceFigures(users(now) / latency, users(now), latency,
                hasPool ? (int) service.limit() : 0, (int) service.cores(), cpu, permits,
                held, pinned);
    }

    /** A request whose thread waits for a carrier has not been read yet, so {@code inFlight} does not count it. */
    private static double users(Figures.Now now) {
        double waiting = Math.max(orZero(now.load()), now.queued() + now.inFlight());
        return Math.min(waiting + orZero(now.virtualThreadsQueued()),
                Math.max(waiting, now.connections()));
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    ServiceFigures checked() {
        String more = " --latency " + Quantity.time(latency);
        check(!(cpu > MOST_CPU * latency), "--cpu " + Quantity.time(cpu) + " is more than "
                + Numbers.text(MOST_CPU) + " times" + more + ": more than the JIT compiler, "
                + "the garbage collector and several threads explain");
        check(!(held > latency), "--held " + Quantity.time(held) + " is more than" + more);
        check(!(pinned > latency), "--pinned " + Quantity.time(pinned) + " is more than" + more);
        check(permits > 0 || Double.isNaN(held),
                "--held needs --permits N: it is how long a request holds a permit");
        return this;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new UsageException(otherwise);
        }
    }

    boolean hasPool() {
        return threads > 0;
    }

    boolean isClosed() {
        return users > 0;
    }

    double inFlight() {
        return isClosed() ? users : rate * latency;
    }

    /**
     * A thread is a limit inside the service here, so that of equal limits, the one that no thread removes is first.
     *
     * @param onCarrier how long a request keeps a carrier; NaN without carriers
     */
    LittlesLaw law(double threads, double onCarrier) {
        Station unlimited = new Station(Resource.CONNECTIONS, Double.POSITIVE_INFINITY, latency);
        return new LittlesLaw(latency, List.of(unlimited), List.of(
                new Station(Resource.CORES, cores, cpu),
                new Station(Resource.PERMITS, permits, held),
                new Station(Resource.CARRIERS, cores, onCarrier),
                new Station(Resource.THREADS, threads, latency)));
    }

    double onCarrier() {
        return pinned > 0 && cpu > 0 ? pinned + cpu : pinned;
    }
}
