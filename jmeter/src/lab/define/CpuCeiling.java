package lab.define;

/**
 * The most that a machine's cores can do when a request costs so much CPU time in everything that runs on them: service
 * one, service two and JMeter together. The cost is measured in the run that it is applied to, so this predicts
 * nothing; it tells whether the cores set the throughput, and not the way of getting threads.
 */
public final class CpuCeiling {
    private CpuCeiling() {
    }

    /** Requests per second. */
    public static double throughput(int cores, double cpuSecondsPerRequest) {
        return cores / cpuSecondsPerRequest;
    }

    /** The prediction, or the ceiling where that is lower. A cost that is not known (NaN) sets no ceiling. */
    public static Prediction cap(Prediction prediction, Load load, int cores, double cpuSecondsPerRequest) {
        double ceiling = throughput(cores, cpuSecondsPerRequest);
        if (!prediction.isKnown() || !(ceiling < prediction.throughput())) {
            return prediction;
        }
        double latency = load.isClosed() ? load.users() / ceiling : Double.NaN;
        return new Prediction(ceiling, latency, prediction.inFlight(), "CPU", prediction.failing(),
                prediction.least());
    }
}
