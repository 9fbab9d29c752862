package serviceone.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.law.LittlesLaw.Flow;
import serviceone.meter.Mode;
import testing.Test;

/** Little's law of the three modes. */
class CapacityTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
    private static final Demand MEETINGS = new Demand(1.049, 0, 0, 0, 0.333);
    private static final Demand WAIT_ASYNC = new Demand(0.1, 0.1, 0, 0, 0);
    private static final Demand PINNED = new Demand(0.1, 0, 0.1, 0, 0);
    private static final Demand SYNCHRONIZED = new Demand(0.1, 0, 0, 0.1, 0);
    private static final Demand NO_WAIT = new Demand(0, 0, 0, 0, 0);
    private static final Demand UNKNOWN = new Demand(Double.NaN, 0, 0, 0, Double.NaN);

    private record Closed(String reason, Capacity capacity, Demand demand, double permits, double load,
            double throughput, double response, String bound) {
    }

    private static final Closed[] CLOSED = {
        new Closed("a pool of 200 under 1,000 clients", pool(200), MEETINGS, NO_LIMIT, 1000, 190.66, 5.245, "threads"),
        new Closed("the same as loom", of(Mode.LOOM), MEETINGS, NO_LIMIT, 1000, 953.29, 1.049, ""),
        new Closed("as many as there are threads", pool(200), MEETINGS, NO_LIMIT, 200, 190.66, 1.049, ""),
        new Closed("more than connections may be open", of(Mode.ASYNC), MEETINGS, NO_LIMIT, 20_000, 9_532.9, 2.098,
                "connections"),
        new Closed("one thread, 20 clients, 50 ms", pool(1), new Demand(0.05, 0, 0, 0, 0), NO_LIMIT, 20, 20, 1,
                "threads"),
        new Closed("ten permits", of(Mode.LOOM), MEETINGS, 10, 1000, 30.03, 33.3, "permits"),
        new Closed("ten permits, and few who want them", of(Mode.LOOM), MEETINGS, 10, 20, 19.07, 1.049, ""),
        new Closed("permits behind a pool that is narrower", pool(10), MEETINGS, 10, 100, 9.533, 10.49, "threads"),
        new Closed("a timer needs no thread", pool(2), WAIT_ASYNC, NO_LIMIT, 100, 1000, 0.1, ""),
        new Closed("a native call needs a thread of the pool", pool(20), PINNED, NO_LIMIT, 100, 200, 0.5, "threads"),
        new Closed("and a carrier", of(Mode.LOOM), PINNED, NO_LIMIT, 100, 20, 5, "carriers"),
        new Closed("or a worker", of(Mode.ASYNC), PINNED, NO_LIMIT, 1000, 2000, 0.5, "worker threads"),
        new Closed("a monitor needs none of the carriers", of(Mode.LOOM), SYNCHRONIZED, NO_LIMIT, 100, 1000, 0.1, ""),
        new Closed("but a worker", of(Mode.ASYNC), SYNCHRONIZED, NO_LIMIT, 1000, 2000, 0.5, "worker threads"),
        new Closed("nobody there", pool(10), MEETINGS, NO_LIMIT, 0, 0, 1.049, ""),
        new Closed("who waits for nothing is not bound by waits", pool(10), NO_WAIT, NO_LIMIT, 20, Double.NaN,
                Double.NaN, ""),
        new Closed("without an answer nothing is known", pool(10), UNKNOWN, 10, 20, Double.NaN, Double.NaN, "")};

    @Test
    void ofAClosedLoopThroughputAndResponseFollowFromTheLoad() {
        for (Closed row : CLOSED) {
            Flow prediction = row.capacity.law(row.demand, row.permits).closed(row.load);
            assertNear(row.throughput, prediction.throughput(), row.reason);
            assertNear(row.response, prediction.response(), row.reason);
            assertEquals(row.bound, prediction.bound(), row.reason);
            assertNear(0, prediction.growth(), row.reason);
        }
    }

    private record Open(String reason, Capacity capacity, Demand demand, double permits, double arrivals,
            double inFlight, double throughput, double response, double growth, String bound) {
    }

    private static final Open[] OPEN = {
        new Open("a pool that can", pool(200), MEETINGS, NO_LIMIT, 100, 104.9, 100, 1.049, 0, ""),
        new Open("a pool that cannot", pool(200), MEETINGS, NO_LIMIT, 300, 200, 190.66, Double.NaN, 0.3645, "threads"),
        new Open("loom can", of(Mode.LOOM), MEETINGS, NO_LIMIT, 300, 314.7, 300, 1.049, 0, ""),
        new Open("but not without permits", of(Mode.LOOM), MEETINGS, 10, 100, 10_000, 30.03, Double.NaN, 0.6997,
                "permits"),
        new Open("what waits for nothing is bound by the CPU alone", pool(10), NO_WAIT, NO_LIMIT, 300, 0, 300,
                Double.NaN, 0, "")};

    @Test
    void ofAnOpenLoopTheyFollowFromTheArrivals() {
        for (Open row : OPEN) {
            Flow prediction = row.capacity.law(row.demand, row.permits).open(row.arrivals);
            assertNear(row.inFlight, prediction.inFlight(), row.reason);
            assertNear(row.throughput, prediction.throughput(), row.reason);
            assertNear(row.response, prediction.response(), row.reason);
            assertNear(row.growth, prediction.growth(), row.reason);
            assertEquals(row.bound, prediction.bound(), row.reason);
        }
    }

    /** The arrivals of an open loop have ended: what has piled up is served, and nobody waits longer for it. */
    @Test
    void whatHasPiledUpIsServedAfterTheArrivalsEnd() {
        Flow prediction = pool(200).law(MEETINGS, NO_LIMIT).openSince(0, 2000, 2000);
        assertNear(190.66, prediction.throughput(), "as fast as the pool can");
        assertNear(10.49, prediction.response(), "the last one's wait");
        assertNear(0, prediction.growth(), "it does not grow");
    }

    /** Over any time, in flight and throughput are means: a load that was not there for half of it counts half. */
    @Test
    void aLoadThatComesUpIsPredictedByItsMean() {
        Flow prediction = pool(200).law(MEETINGS, NO_LIMIT).closed(0, 1000);
        assertNear(95.33, prediction.throughput(), "half of what the pool can");
        assertNear(100, prediction.inFlight(), "half of the pool");
    }

    /** Then nobody can tell work from the line. */
    @Test
    void afterTheyWereReadRequestsLineUpForPermitsOrWorkers() {
        assertTrue(MEETINGS.mayLineUpInService(10), "permits");
        assertTrue(PINNED.mayLineUpInService(NO_LIMIT), "worker threads");
        assertTrue(!MEETINGS.mayLineUpInService(NO_LIMIT), "threads come before");
        assertTrue(!WAIT_ASYNC.mayLineUpInService(10), "nobody wants the permits");
    }

    private static Capacity pool(int threads) {
        return new Capacity(Mode.POOL, threads, 10_000, 2, 200);
    }

    private static Capacity of(Mode mode) {
        return new Capacity(mode, 0, 10_000, 2, 200);
    }

    private static void assertNear(double expected, double actual, String reason) {
        boolean near = Double.isNaN(expected) ? Double.isNaN(actual) : Math.abs(expected - actual) <= 0.001 * expected;
        assertTrue(near, reason + ": expected " + expected + " but was " + actual);
    }
}
