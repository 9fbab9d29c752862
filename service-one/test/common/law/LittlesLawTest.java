package common.law;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.law.LittlesLaw.Capacity;
import common.law.LittlesLaw.Flow;
import common.law.LittlesLaw.Station;
import common.mode.Mode;
import common.mode.Resource;
import common.mode.Wait;
import testing.Test;

class LittlesLawTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
    private static final double NAN = Double.NaN;
    private static final Need MEETINGS = new Need(Map.of(Wait.BLOCKED, 1.049), 0.333);
    private static final Need WAIT_ASYNC = new Need(Map.of(Wait.TIMER, 0.1), 0);
    private static final Need PINNED = new Need(Map.of(Wait.NATIVE_CALL, 0.1), 0);
    private static final Need SYNCHRONIZED = new Need(Map.of(Wait.MONITOR, 0.1), 0);
    private static final Need BOTH = new Need(Map.of(Wait.NATIVE_CALL, 0.1, Wait.MONITOR, 0.1), 0);
    private static final Need NO_WAIT = new Need(Map.of(), 0);
    private static final Need UNKNOWN = new Need(Map.of(Wait.BLOCKED, NAN), NAN);
    /** A pool of virtual threads: a native call keeps both the thread and its carrier. */
    private static final Map<Resource, Set<Wait>> POOL_OF_VIRTUAL = Map.of(
            Resource.THREADS, Set.of(Wait.BLOCKED, Wait.MONITOR, Wait.NATIVE_CALL),
            Resource.CARRIERS, Set.of(Wait.NATIVE_CALL));

    /** @param permit the seconds for which a request holds a permit */
    private record Need(Map<Wait, Double> seconds, double permit) {
        LittlesLaw in(Map<Resource, Set<Wait>> held, int threads, double permits) {
            return new Capacity(held, threads, 10_000, 2, 200).law(wait -> seconds.getOrDefault(wait, 0.0),
                    List.of(new Station(Resource.PERMITS, permits, permit)));
        }
    }

    private static LittlesLaw pool(int threads, Need need, double permits) {
        return need.in(Mode.POOL.held(), threads, permits);
    }

    private static LittlesLaw pool(int threads, Need need) {
        return pool(threads, need, NO_LIMIT);
    }

    private static LittlesLaw loom(Need need, double permits) {
        return need.in(Mode.LOOM.held(), 0, permits);
    }

    private static LittlesLaw async(Need need) {
        return need.in(Mode.ASYNC.held(), 0, NO_LIMIT);
    }

    private static LittlesLaw poolOfVirtual(int threads, Need need) {
        return need.in(POOL_OF_VIRTUAL, threads, NO_LIMIT);
    }

    private record Closed(String reason, LittlesLaw law, double load, double throughput, double response,
            Resource bound) {
    }

    @Test
    void inAClosedLoopTheLoadDeterminesThroughputAndResponse() {
        for (Closed row : List.of(
                new Closed("a pool of 200 under 1,000 clients", pool(200, MEETINGS), 1000, 190.66, 5.245,
                        Resource.THREADS),
                new Closed("loom under the same load", loom(MEETINGS, NO_LIMIT), 1000, 953.29, 1.049, null),
                new Closed("as many clients as threads", pool(200, MEETINGS), 200, 190.66, 1.049, null),
                new Closed("more clients than connections", async(MEETINGS), 20_000, 9_532.9, 2.098,
                        Resource.CONNECTIONS),
                new Closed("ten permits", loom(MEETINGS, 10), 1000, 30.03, 33.3, Resource.PERMITS),
                new Closed("ten permits are enough for 20 clients", loom(MEETINGS, 10), 20, 19.07, 1.049, null),
                new Closed("ten threads are a lower limit than ten permits", pool(10, MEETINGS, 10), 100, 9.533, 10.49,
                        Resource.THREADS),
                new Closed("a timer needs no thread", pool(2, WAIT_ASYNC), 100, 1000, 0.1, null),
                new Closed("in pool, a native call needs a thread", pool(20, PINNED), 100, 200, 0.5, Resource.THREADS),
                new Closed("in loom, a native call needs a carrier", loom(PINNED, NO_LIMIT), 100, 20, 5,
                        Resource.CARRIERS),
                new Closed("in loom, a monitor needs no carrier", loom(BOTH, NO_LIMIT), 100, 20, 5, Resource.CARRIERS),
                new Closed("in async, a native call needs a worker", async(PINNED), 1000, 2000, 0.5,
                        Resource.WORKER_THREADS),
                new Closed("in loom, a monitor alone sets no bound", loom(SYNCHRONIZED, NO_LIMIT), 100, 1000, 0.1,
                        null),
                new Closed("in async, a monitor needs a worker", async(SYNCHRONIZED), 1000, 2000, 0.5,
                        Resource.WORKER_THREADS),
                new Closed("a pool of virtual threads", poolOfVirtual(20, MEETINGS), 100, 19.066, 5.245,
                        Resource.THREADS),
                new Closed("a native call in it", poolOfVirtual(20, PINNED), 100, 20, 5, Resource.CARRIERS),
                new Closed("a native call in a pool of one", poolOfVirtual(1, PINNED), 100, 10, 10, Resource.THREADS),
                new Closed("no clients", pool(10, MEETINGS), 0, 0, 1.049, null),
                new Closed("requests without waits have no bound", pool(10, NO_WAIT), 20, NAN, NAN, null),
                new Closed("before the first answer, nothing is known", pool(10, UNKNOWN, 10), 20, NAN, NAN, null))) {
            Flow flow = row.law.closed(row.load);
            assertNear(List.of(row.throughput, row.response), flow, row.reason);
            assertEquals(row.bound, flow.bound().orElse(null), row.reason);
        }
    }

    private record Open(String reason, LittlesLaw law, double arrivals, double inFlight, double throughput,
            double response, Resource bound) {
    }

    @Test
    void inAnOpenLoopTheArrivalsDetermineThroughputAndResponse() {
        for (Open row : List.of(
                new Open("a pool that can keep up", pool(200, MEETINGS), 100, 104.9, 100, 1.049, null),
                new Open("a pool that cannot keep up", pool(200, MEETINGS), 300, 200, 190.66, NAN, Resource.THREADS),
                new Open("loom can keep up", loom(MEETINGS, NO_LIMIT), 300, 314.7, 300, 1.049, null),
                new Open("loom with ten permits cannot keep up", loom(MEETINGS, 10), 100, 10_000, 30.03, NAN,
                        Resource.PERMITS),
                new Open("requests without waits", pool(10, NO_WAIT), 300, 0, 300, NAN, null))) {
            Flow flow = row.law.open(row.arrivals);
            assertNear(List.of(row.throughput, row.response), flow, row.reason);
            assertTrue(isNear(row.inFlight, flow.inFlight()), row.reason + ": " + flow);
            assertEquals(row.bound, flow.bound().orElse(null), row.reason);
        }
    }

    @Test
    void aLoadTellsTheResponseTimeOnlyIfNoRequestQueues() {
        assertNear(List.of(190.66, 1.049), pool(200, MEETINGS).underLoad(false, 200), "a full pool");
        Flow queueing = pool(200, MEETINGS).underLoad(false, 201);
        assertNear(List.of(190.66, NAN), queueing, "with users, 1.054 s; if requests arrive by themselves, it grows");
        assertEquals(Optional.of(Resource.THREADS), queueing.bound());
        assertNear(List.of(190.66, 201 / 190.66), pool(200, MEETINGS).underLoad(true, 201), "a queue in a closed loop");
        Flow flow = pool(200, MEETINGS).underLoad(false, 0, 1000);
        assertTrue(isNear(95.33, flow.throughput()) && isNear(100, flow.inFlight()),
                "the mean of an idle and a full pool: " + flow);
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
