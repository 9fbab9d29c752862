package serviceone.status;

import module java.base;
import common.figures.Figures.Law;
import common.figures.Figures.Prediction;
import common.figures.Figures.Waits;
import common.http.HttpText;
import common.io.HostPort;
import common.law.LittlesLaw.Capacity;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw;
import common.mode.Mode;
import common.mode.Resource;
import common.settings.Defaults;
import serviceone.meter.Meter.Count;
import serviceone.status.Sampler.Reading;
import serviceone.status.Sampler.Window;

/**
 * Predicts throughput and response time from the requests' waits, the load and the service's capacity. If clients do
 * not reuse their connections, nobody knows whether the loop is closed, and how long requests queue. Asks service two
 * for its delays again and again, because a restart may change them.
 */
final class Forecaster {
    private static final double MILLIS = 1e3;
    static final int ASKS_EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;

    record Forecast(Flow here, Law law) {
    }

    private final WatchedService service;
    private final URI serviceTwo;
    private volatile Waits announced = Waits.UNKNOWN;

    Forecaster(WatchedService service, InetSocketAddress serviceTwo) {
        this.service = service;
        HostPort place = new HostPort(serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort());
        this.serviceTwo = URI.create("http://" + place + "/stats");
    }

    void askServiceTwo() {
        try {
            announced = Waits.of(HttpText.getAny(serviceTwo, PATIENCE_MILLIS, Map.of()));
        } catch (IOException e) {
            // Service two is down, late or restarting. The last announcement holds until the next one.
        }
    }

    Forecast forecast(Window window) {
        Waits announced = this.announced;
        double measured = window.millisPerRequest(Count.SERVICE_NANOS) / MILLIS;
        Demand demand = Demand.between(window.first().totals(), window.last().totals(), announced, measured);
        Capacity capacity = service.capacity(service.mode(), service.threads());
        LittlesLaw law = demand.law(capacity);
        Mode otherMode = service.mode().isBoundedByThreads() ? Mode.LOOM : Mode.POOL;
        Capacity otherCapacity = service.capacity(otherMode, Defaults.THREADS);
        LittlesLaw otherLaw = demand.law(otherCapacity);
        double[] loads = loads(window, demand);
        // A client that asks again on its connection waits for its answer first.
        boolean closed = window.counted(Count.ANSWERED) > 2 * window.counted(Count.ACCEPTED);
        Flow here = law.underLoad(closed, loads);
        // If requests of an open loop queue here, nobody knows how many would come to a faster service.
        Flow other = closed || here.bound().isEmpty() || otherLaw.mostThroughput() <= law.mostThroughput()
                ? otherLaw.underLoad(closed, loads) : Flow.UNKNOWN;
        double wait = demand.isKnown() ? demand.total() : Double.NaN;
        LittlesLaw.Station bottleneck = law.bottleneck();
        return new Forecast(here, new Law(closed, window.mean(Reading::load), measured, wait,
                demand.mayLineUpInService() ? Double.NaN : MILLIS * (measured - wait),
                announced, window.counted(Count.UNANSWERED_CALLS) + window.counted(Count.REFUSED_CALLS),
                bottleneck.throughput(), bottleneck.resource().words(), bottleneck.many(),
                window.mean(Reading::inFlight), prediction(here, capacity), prediction(other, otherCapacity),
                otherMode == Mode.LOOM ? otherMode.label() : "a " + otherMode.inWords(Defaults.THREADS)));
    }

    /**
     * The requests in the queue and in service, at each reading. While native calls occupy the carriers, virtual
     * threads cannot read requests, so the connections count instead.
     */
    private double[] loads(Window window, Demand demand) {
        boolean unread = service.mode().isOnVirtualThreads() && demand.makesNativeCalls();
        return window.readings().stream().mapToDouble(each -> unread ? each.connections() : each.load()).toArray();
    }

    private static Prediction prediction(Flow flow, Capacity capacity) {
        return new Prediction(capacity.limit(), flow.inFlight(), flow.throughput() * flow.response(),
                flow.throughput(), flow.response(), flow.bound().map(Resource::words).orElse(""));
    }
}
