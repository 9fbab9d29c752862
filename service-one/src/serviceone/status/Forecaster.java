package serviceone.status;

import module java.base;
import common.http.HttpText;
import common.io.HostPort;
import common.json.JsonObject;
import common.law.LittlesLaw.Capacity;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.law.LittlesLaw;
import common.mode.Mode;
import common.mode.Resource;
import serviceone.law.Demand.Announced;
import serviceone.law.Demand;
import serviceone.meter.Meter.Count;
import serviceone.status.Sampler.Reading;

/**
 * Predicts throughput and response time from the requests' waits, the load and the service's capacity. If clients do
 * not reuse their connections, nobody knows whether the loop is closed, and how long requests queue. Asks service two
 * for its delays again and again, because a restart may change them.
 */
final class Forecaster {
    private static final double MILLIS = 1e3;
    static final int ASKS_EVERY_SECONDS = 3;
    private static final int PATIENCE_MILLIS = 2_000;
    private static final int TOMCATS_POOL = 200;

    /** @param json {@code law.*} in {@code /stats}: what Little's law says about the last {@link Sampler#WINDOW} s */
    record Forecast(Flow here, JsonObject json) {
    }

    private final WatchedService service;
    private final URI serviceTwo;
    private volatile Optional<Announced> announced = Optional.empty();

    Forecaster(WatchedService service, InetSocketAddress serviceTwo) {
        this.service = service;
        HostPort place = new HostPort(serviceTwo.getAddress().getHostAddress(), serviceTwo.getPort());
        this.serviceTwo = URI.create("http://" + place + "/stats");
    }

    void askServiceTwo() {
        try {
            announced = Announced.parse(HttpText.getAny(serviceTwo, PATIENCE_MILLIS, Map.of()));
        } catch (IOException e) {
            // Service two is down, late or restarting. The last announcement holds until the next one.
        }
    }

    Forecast forecast(List<Reading> window) {
        Reading first = window.getFirst();
        Reading last = window.getLast();
        Optional<Announced> announced = this.announced;
        double measured =
                last.since(first, Count.SERVICE_NANOS) / Sampler.NANOS_PER_SECOND / last.since(first, Count.ANSWERED);
        Demand demand = Demand.between(first.totals(), last.totals(), announced, measured);
        Capacity capacity = service.capacity(service.mode(), service.threads());
        LittlesLaw law = demand.law(capacity);
        Mode otherMode = service.mode().isBoundedByThreads() ? Mode.LOOM : Mode.POOL;
        Capacity otherCapacity = service.capacity(otherMode, TOMCATS_POOL);
        LittlesLaw otherLaw = demand.law(otherCapacity);
        double[] loads = loads(window, demand);
        // A client that asks again on its connection waits for its answer first.
        boolean closed = last.since(first, Count.ANSWERED) > 2 * last.since(first, Count.ACCEPTED);
        Flow here = law.underLoad(closed, loads);
        // If requests of an open loop queue here, nobody knows how many would come to a faster service.
        Flow other = closed || here.bound().isEmpty() || otherLaw.mostThroughput() <= law.mostThroughput()
                ? otherLaw.underLoad(closed, loads) : Flow.UNKNOWN;
        double wait = demand.isKnown() ? demand.total() : Double.NaN;
        Station bottleneck = law.bottleneck();
        return new Forecast(here, new JsonObject().put("closed", closed)
                .put("load", Sampler.mean(window, Reading::load))
                .put("serviceSeconds", measured).put("waitSeconds", wait)
                .put("workMillis", demand.mayLineUpInService() ? Double.NaN : MILLIS * (measured - wait))
                .put("serviceTwo", announced.orElse(new Announced(null, null, null)))
                .put("unansweredCalls",
                        last.since(first, Count.UNANSWERED_CALLS) + last.since(first, Count.REFUSED_CALLS))
                .put("mostThroughput", bottleneck.throughput()).put("bottleneck", bottleneck.resource().words())
                .put("bottleneckHas", bottleneck.many())
                .put("measuredInFlight", Sampler.mean(window, Reading::inFlight))
                .put("here", json(here, capacity)).put("other", json(other, otherCapacity))
                .put("otherIs",
                        otherMode == Mode.LOOM ? otherMode.label() : "a " + otherMode.inWords(TOMCATS_POOL)));
    }

    /**
     * The requests in the queue and in service, at each reading. While native calls occupy the carriers, virtual
     * threads cannot read requests, so the connections count instead.
     */
    private double[] loads(List<Reading> window, Demand demand) {
        boolean unread = service.mode().isOnVirtualThreads() && demand.makesNativeCalls();
        return window.stream().mapToDouble(each -> unread ? each.connections() : each.load()).toArray();
    }

    private static JsonObject json(Flow prediction, Capacity capacity) {
        return new JsonObject().put("limit", capacity.limit()).put("inFlight", prediction.inFlight())
                .put("requests", prediction.throughput() * prediction.response())
                .put("throughput", prediction.throughput()).put("responseSeconds", prediction.response())
                .put("bound", prediction.bound().map(Resource::words).orElse(""));
    }
}
