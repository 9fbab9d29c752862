package common.figures;

import module java.base;
import common.json.Records;

/**
 * What service one says of itself at {@code GET /stats}: its status page and the tools read it there. Other programs
 * do, too, so the names stay. An unknown number is NaN, and null in JSON; another unknown value is null.
 *
 * @param history the status page's charts: a value each second
 */
public record Figures(Service service, Total total, Now now, Law law, Map<String, List<Double>> history) {
    public Figures {
        law = law == null ? Law.UNKNOWN : law;
    }

    /**
     * @param boundedByThreads whether {@code limit} is the number of a pool's threads
     * @param limit            the most requests in service at once
     * @param page             the status page's URL, which works only on service one's machine
     * @param windowSeconds    the time that the rates and means in {@code now} and {@code law} cover
     */
    public record Service(String mode, double port, long pid, String threadsAre, Boolean boundedByThreads,
            Boolean onVirtualThreads, Boolean keepsPlatformThread, String life, double limit, String page,
            double queueLimit, double connectionLimit, double maxCalls, double cores, double windowSeconds,
            double heapLimitBytes) {
    }

    /** Counts since the start. */
    public record Total(double accepted, double refused, double refusedCalls, double completed, double failed,
            Map<?, Long> failedByStatus) {
    }

    /**
     * Current values, up to {@code virtualThreadsQueued} and from {@code threadsBusy}. The rest covers the last ten
     * seconds, {@code cpuPercent} the last one.
     *
     * @param inFlight             requests in service, including those that wait for a call
     * @param waiting              how many requests wait for each of the four calls
     * @param virtualThreadsQueued virtual threads that wait for a carrier
     * @param load                 the mean number of requests in the queue or in flight
     */
    public record Now(double queued, double connections, double inFlight, Map<String, Long> waiting,
            double threadsTotal, double carriersMounted, double virtualThreadsQueued, double acceptedPerSecond,
            double throughput, double failedPerSecond, double p50Millis, double p99Millis, double queuedMillis,
            double serviceMillis, double callsMillis, double load, double cpuPercent, double cpuMicrosPerRequest,
            double threadsBusy, double heapBytes, double platformThreads, double virtualThreads) {
    }

    /**
     * What Little's law says about the last ten seconds.
     *
     * @param closed          whether clients wait for an answer before they ask again
     * @param serviceSeconds  a request's mean time in service
     * @param waitSeconds     a request's mean wait, from service two's announced delays
     * @param workMillis      the rest of its time in service
     * @param unansweredCalls calls that failed, were late or were refused
     * @param mostThroughput  the highest possible throughput of requests with that wait
     * @param bottleneck      the resource that limits {@code mostThroughput}
     * @param bottleneckHas   how many units of it there are
     * @param here            the prediction for this service
     * @param other           the prediction for another mode
     * @param otherIs         this other mode
     */
    public record Law(Boolean closed, double load, double serviceSeconds, double waitSeconds, double workMillis,
            Waits serviceTwo, double unansweredCalls, double mostThroughput, String bottleneck, double bottleneckHas,
            double measuredInFlight, Prediction here, Prediction other, String otherIs) {
        public static final Law UNKNOWN = new Law(Double.NaN, Double.NaN, "");

        public Law(double waitSeconds, double mostThroughput, String bottleneck) {
            this(null, Double.NaN, Double.NaN, waitSeconds, Double.NaN, null, Double.NaN, mostThroughput, bottleneck,
                    Double.NaN, Double.NaN, null, null, null);
        }
    }

    /**
     * What service two announces.
     *
     * @param delayMillis      of {@code /info}
     * @param stageDelayMillis of each of the other three calls
     * @param authorizePermits the most authorizations at once; NaN if there is no limit
     */
    public record Waits(double delayMillis, double stageDelayMillis, double authorizePermits) {
        public static final Waits UNKNOWN = new Waits(Double.NaN, Double.NaN, Double.NaN);

        /** Unknown if another service has answered. */
        public static Waits of(String json) {
            try {
                return Records.read(Waits.class, json);
            } catch (IOException e) {
                return UNKNOWN;
            }
        }
    }

    /**
     * @param limit    the most requests in service at once
     * @param inFlight how many are
     * @param requests those in the queue and in service
     * @param bound    what limits the throughput; empty if the load does
     */
    public record Prediction(double limit, double inFlight, double requests, double throughput,
            double responseSeconds, String bound) {
    }
}
