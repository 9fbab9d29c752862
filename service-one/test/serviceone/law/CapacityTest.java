package serviceone.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw;
import common.mode.Mode;
import java.util.List;
import testing.Test;

class CapacityTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
    private static final double NAN = Double.NaN;
    private static final Demand MEETINGS = new Demand(1.049, 0, 0, 0, 0.333);
    private static final Demand WAIT_ASYNC = new Demand(0.1, 0.1, 0, 0, 0);
    private static final Demand PINNED = new Demand(0.1, 0, 0.1, 0, 0);
    private static final Demand SYNCHRONIZED = new Demand(0.1, 0, 0, 0.1, 0);
    private static final Demand BOTH = new Demand(0.2, 0, 0.1, 0.1, 0);
    private static final Demand NO_WAIT = new Demand(0, 0, 0, 0, 0);
    private static final Demand UNKNOWN = new Demand(NAN, 0, 0, 0, NAN);

    private static LittlesLaw pool(int threads, Demand demand, double permits) {
        return new Capacity(Mode.POOL, threads, 10_000, 2, 200).law(demand, permits);
    }

    private static LittlesLaw pool(int threads, Demand demand) {
        return pool(threads, demand, NO_LIMIT);
    }

    private static LittlesLaw loom(Demand demand, double permits) {
        return new Capacity(Mode.LOOM, 0, 10_000, 2, 200).law(demand, permits);
    }

    private static LittlesLaw async(Demand demand) {
        return new Capacity(Mode.ASYNC, 0, 10_000, 2, 200).law(demand, NO_LIMIT);
    }

    private record Closed(String reason, LittlesLaw law, double load, double throughput, double response,
            String bound) {
    }

    @Test
    void inAClosedLoopTheLoadDeterminesThroughputAndResponse() {
        for (Closed row : List.of(
                new Closed("a pool of 200 under 1,000 clients", pool(200, MEETINGS), 1000, 190.66, 5.245, "threads"),
                new Closed("loom under the same load", loom(MEETINGS, NO_LIMIT), 1000, 953.29, 1.049, ""),
                new Closed("as many clients as threads", pool(200, MEETINGS), 200, 190.66, 1.049, ""),
                new Closed("more clients than connections", async(MEETINGS), 20_000, 9_532.9, 2.098, "connections"),
                new Closed("ten permits", loom(MEETINGS, 10), 1000, 30.03, 33.3, "permits"),
                new Closed("ten permits are enough for 20 clients", loom(MEETINGS, 10), 20, 19.07, 1.049, ""),
                new Closed("ten threads are a lower limit than ten permits", pool(10, MEETINGS, 10), 100, 9.533, 10.49,
                        "threads"),
                new Closed("a timer needs no thread", pool(2, WAIT_ASYNC), 100, 1000, 0.1, ""),
                new Closed("in pool, a native call needs a thread", pool(20, PINNED), 100, 200, 0.5, "threads"),
                new Closed("in loom, a native call needs a carrier", loom(PINNED, NO_LIMIT), 100, 20, 5, "carriers"),
                new Closed("in loom, a monitor needs no carrier", loom(BOTH, NO_LIMIT), 100, 20, 5, "carriers"),
                new Closed("in async, a native call needs a worker", async(PINNED), 1000, 2000, 0.5, "worker threads"),
                new Closed("in loom, a monitor alone sets no bound", loom(SYNCHRONIZED, NO_LIMIT), 100, 1000, 0.1, ""),
                new Closed("in async, a monitor needs a worker", async(SYNCHRONIZED), 1000, 2000, 0.5,
                        "worker threads"),
                new Closed("no clients", pool(10, MEETINGS), 0, 0, 1.049, ""),
                new Closed("requests without waits have no bound", pool(10, NO_WAIT), 20, NAN, NAN, ""),
                new Closed("before the first answer, nothing is known", pool(10, UNKNOWN, 10), 20, NAN, NAN, ""))) {
            Flow flow = row.law.closed(row.load);
            assertNear(List.of(row.throughput, row.response), flow, row.reason);
            assertEquals(row.bound, flow.bound(), row.reason);
        }
    }

    private record Open(String reason, LittlesLaw law, double arrivals, double inFlight, double throughput,
            double response, String bound) {
    }

    @Test
    void inAnOpenLoopTheArrivalsDetermineThroughputAndResponse() {
        for (Open row : List.of(
                new Open("a pool that can keep up", pool(200, MEETINGS), 100, 104.9, 100, 1.049, ""),
                new Open("a pool that cannot keep up", pool(200, MEETINGS), 300, 200, 190.66, NAN, "threads"),
                new Open("loom can keep up", loom(MEETINGS, NO_LIMIT), 300, 314.7, 300, 1.049, ""),
                new Open("loom with ten permits cannot keep up", loom(MEETINGS, 10), 100, 10_000, 30.03, NAN, "permits"),
                new Open("requests without waits", pool(10, NO_WAIT), 300, 0, 300, NAN, ""))) {
            Flow flow = row.law.open(row.arrivals);
            assertNear(List.of(row.throughput, row.response), flow, row.reason);
            assertTrue(isNear(row.inFlight, flow.inFlight()), row.reason + ": " + flow);
            assertEquals(row.bound, flow.bound(), row.reason);
        }
    }

    @Test
    void aLoadTellsTheResponseTimeOnlyIfNoRequestQueues() {
        assertNear(List.of(190.66, 1.049), pool(200, MEETINGS).underLoad(200), "a full pool");
        Flow queueing = pool(200, MEETINGS).underLoad(201);
        assertNear(List.of(190.66, NAN), queueing, "with users, 1.054 s; if requests arrive by themselves, it grows");
        assertEquals("threads", queueing.bound());
        Flow flow = pool(200, MEETINGS).underLoad(0, 1000);
        assertTrue(isNear(95.33, flow.throughput()) && isNear(100, flow.inFlight()),
                "the mean of an idle and a full pool: " + flow);
    }

    @Test
    void requestsInFlightMayQueueForPermitsOrWorkers() {
        assertTrue(MEETINGS.mayLineUpInService(10), "permits");
        assertTrue(PINNED.mayLineUpInService(NO_LIMIT), "worker threads");
        assertTrue(!MEETINGS.mayLineUpInService(NO_LIMIT), "unlimited permits");
        assertTrue(!WAIT_ASYNC.mayLineUpInService(10), "no request needs a permit");
    }

    private static void assertNear(List<Double> expected, Flow flow, String reason) {
        List<Double> actual = List.of(flow.throughput(), flow.response());
        for (int i = 0; i < 2; i++) {
            assertTrue(isNear(expected.get(i), actual.get(i)), reason + ": expected throughput and response "
                    + expected + " but was " + actual);
        }
    }

    private static boolean isNear(double expected, double actual) {
        return Double.isNaN(expected) ? Double.isNaN(actual) : Math.abs(expected - actual) <= 0.001 * expected;
    }
}
