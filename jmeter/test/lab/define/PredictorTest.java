package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Map;
import testing.Test;

/** Predictions that can be worked out by hand. */
class PredictorTest {
    private static final int CORES = 2;

    /** Contender, path, users or -arrivals per second, throughput, latency in ms, what sets it. */
    private static final Object[][] TABLE = {
        {"pool --threads 1", "/rpc", 20, 20.0, 1000.0, "threads"},                  // A Tour of the Loom
        {"pool --threads 4", "/rpc", 20, 80.0, 250.0, "threads"},
        {"loom", "/rpc", 20, 400.0, 50.0, "users"},
        {"pool", "/rpc", 20, 400.0, 50.0, "users"},                                 // 200 threads by default
        {"pool --threads 200", "/meetings", 1000, 190.658, 5245.0, "threads"},
        {"loom", "/meetings", 4000, 3813.155, 1049.0, "users"},
        {"async", "/meetings", 4000, 3813.155, 1049.0, "users"},
        {"loom", "/meetings", 12000, 9532.888, 1258.8, "connections"},
        {"loom --max-connections 500", "/meetings", 1000, 476.644, 2098.0, "connections"},
        {"pool --threads 250", "/capabilities?x=1", 10000, 250.25, 39960.0, "threads"},
        {"pool --threads 4", "/wait-blocking", 50, 40.0, 1250.0, "threads"},        // loomylin
        {"pool --threads 4", "/wait-async", 50, 500.0, 100.0, "users"},             // holds no thread
        {"loom", "/pinned", 50, 20.0, 2500.0, "carriers"},
        {"loom | -Djdk.virtualThreadScheduler.parallelism=8", "/pinned", 50, 80.0, 625.0, "carriers"},
        {"loom | -XX:ActiveProcessorCount=4", "/pinned", 50, 40.0, 1250.0, "carriers"},
        {"pool --threads 50", "/pinned", 50, 500.0, 100.0, "users"},
        {"async", "/pinned", 50, 500.0, 100.0, "users"},                            // on worker threads
        {"loom", "/synchronized", 50, 500.0, 100.0, "users"},                       // JEP 491
        {"async", "/synchronized", 400, 2000.0, 200.0, "worker threads"},
        {"pool --threads {users}", "/rpc", 300, 6000.0, 50.0, "users"},
        {"command: mine {port}", "/rpc", 20, 400.0, 50.0, "users"},
        {"pool --threads 4", "/rpc", -50, 50.0, 50.0, "arrivals"},
        {"loom", "/computational", -50, 50.0, Double.NaN, "arrivals"},              // unless the cores don't do that
        {"pool --threads=50", "/meetings", 1000, 47.664, 20980.0, "threads"},
        {"pool --threads 4", "/rpc", -100, 80.0, Double.NaN, "threads"},            // overloaded: latency grows
    };

    @Test
    void throughputLatencyAndLimit() throws Exception {
        for (Object[] row : TABLE) {
            check(row, "");
        }
    }

    @Test
    void aBurstIsAnsweredInGroups() throws Exception {
        Prediction even = predict("pool --threads 250", Load.burst("/capabilities", 1000), "stage-delay = 100\n");
        assertClose(1000 / 1.2, even.throughput(), "four groups of 300 ms");
        assertClose(0.75, even.latency(), "mean of 300, 600, 900 and 1,200 ms");
        Prediction odd = predict("pool --threads 20", Load.burst("/capabilities", 50), "stage-delay = 100\n");
        assertClose(50 / 0.9, odd.throughput(), "the third group is half empty and takes as long");
        assertClose((20 * 0.3 + 20 * 0.6 + 10 * 0.9) / 50, odd.latency(), "mean");
    }

    @Test
    void permitsNarrowTheRoutesThatAuthorize() throws Exception {
        check(new Object[] {"loom", "/meetings", 100, 30.03, 3330.0, "permits"}, "authorize-permits = 10\n");
        check(new Object[] {"pool --threads 20", "/meetings", 100, 19.066, 5245.0, "threads"},
                "authorize-permits = 10\n");
        check(new Object[] {"loom", "/meetings", -50, 30.03, Double.NaN, "permits"}, "authorize-permits = 10\n");
        check(new Object[] {"loom", "/rpc", 20, 400.0, 50.0, "users"}, "authorize-permits = 10\n");
    }

    /** Worked out by hand: s good calls of all, each of which waits as long as ever, or 10.25 s where it hangs. */
    @Test
    void whereCallsFailFewerAreAnsweredAndTheOthersTakeTheirTime() throws Exception {
        Prediction errors = predict("loom", Load.closed("/rpc", 20), "error-percent = 10\n");
        assertClose(360, errors.throughput(), "nine tenths of 400");
        assertClose(0.1, errors.failing(), "the others");
        assertClose(0.05, errors.latency(), "an error takes as long as an answer");
        Prediction hanging = predict("loom", Load.open("/meetings", 150), "hang-percent = 2\n");
        assertClose(150 * 0.92237, hanging.throughput(), "0.98^4");
        assertClose(1.049, hanging.latency(), "of good answers");
        assertClose(267.8, hanging.inFlight(), "150 * 1.785 s");
        Prediction pool = predict("pool", Load.open("/meetings", 150), "hang-percent = 2\n");
        assertClose(200 / 1.78512 * 0.92237, pool.throughput(), "by the threads");
        Prediction closed = predict("pool --threads 4", Load.closed("/rpc", 20), "hang-percent = 2\n");
        assertClose(4 / 0.254 * 0.98, closed.throughput(), "four threads, 254 ms each");
        assertClose(5 * 0.254 - 0.254 + 0.05, closed.latency(), "turns of the others, and 50 ms");
        assertClose(0.054, predict("loom", Load.closed("/rpc", 20), "jitter = 8\n").latency(), "half the jitter");
        Prediction hasty = predict("loom --answer-timeout 1000", Load.open("/rpc", 100), "hang-percent = 100\n");
        assertClose(125, hasty.inFlight(), "100 * 1.25 s");
    }

    @Test
    void aPermitIsHeldForTheJitterToo() throws Exception {
        Prediction narrow = predict("loom", Load.closed("/meetings", 200), "authorize-permits = 10\njitter = 134\n");
        assertClose(25, narrow.throughput(), "10 / 400 ms");
    }

    @Test
    void nothingIsPredictedWhereTheoryEnds() throws Exception {
        Object[][] table = {
            {"loom", "/meetings", 20, "reset-percent = 1\n", true, "resets"},
            {"loom", "/meetings", 20, "slow-start = 10\n", false, "slow start"},
            {"loom", "/meetings", 20, "error-percent = 1\nauthorize-permits = 10\n", true, "permits"},
            {"command: mine {port}", "/meetings", 20, "hang-percent = 1\n", true, "patience"},
            {"loom --max-calls 19", "/meetings", 20, "", true, "--max-calls"},
            {"loom --max-calls 200", "/meetings", -150, "hang-percent = 2\n", true, "--max-calls"}};
        for (Object[] row : table) {
            int amount = (Integer) row[2];
            String path = (String) row[1];
            Load load = amount > 0 ? Load.closed(path, amount) : Load.open(path, -amount);
            Prediction none = predict((String) row[0], load, (String) row[3]);
            assertTrue(!none.isKnown(), "nothing for " + row[0] + ", " + row[3]);
            assertContains((String) row[5], none.limit());
            assertEquals(row[4], none.expectsFailures(), "failures of " + row[0] + ", " + row[3]);
        }
        assertTrue(predict("loom --max-calls 20", Load.closed("/meetings", 20), "").isKnown(), "a limit out of reach");
        assertTrue(predict("loom", Load.closed("/wait-async", 20), "reset-percent = 1\n").isKnown(), "without calls");
    }

    /** Whatever the theory of throughput can say, a good answer has waited for all that its path waits for. */
    @Test
    void noAnswerComesBeforeTheWaitsOfItsPath() throws Exception {
        Object[][] table = {
            {"loom", Load.closed("/meetings", 20), "", 1.049},
            {"pool", Load.open("/meetings?x", 500), "delay = 10\nstage-delay = 20\n", 0.070},
            {"command: mine {port}", Load.open("/rpc", 50), "", 0.050},
            {"loom", Load.burst("/capabilities", 20), "", 0.999},
            {"async", Load.open("/pinned", 50), "", 0.100},
            {"loom", Load.open("/meetings", 50), "jitter = 100\nhang-percent = 2\nerror-percent = 1\n", 1.049},
            {"loom", Load.open("/meetings", 50), "slow-start = 10\nreset-percent = 1\n", 1.049},
            {"loom", Load.open("/meetings", 50), "authorize-permits = 10\n", 1.049},
            {"loom --max-calls 1", Load.closed("/meetings", 50), "", 1.049},
            {"loom", Load.open("/computational", 50), "", 0.0},
            {"loom", Load.open("/elsewhere", 50), "", 0.0}};
        for (Object[] row : table) {
            Prediction predicted = predict((String) row[0], (Load) row[1], (String) row[2]);
            assertEquals(Math.round(1e6 * (Double) row[3]), Math.round(1e6 * predicted.least()),
                    "µs of " + row[1] + ", " + row[2]);
        }
    }

    @Test
    void nothingIsPredictedWhereNothingIsKnown() throws Exception {
        assertEquals(Prediction.NONE, predict("loom", Load.closed("/elsewhere", 20), ""));
        assertEquals(Prediction.CPU_BOUND, predict("loom", Load.closed("/computational", 20), ""),
                "a route that only computes");
    }

    private static void check(Object[] row, String more) throws Exception {
        int amount = (Integer) row[2];
        Load load = amount > 0 ? Load.closed((String) row[1], amount) : Load.open((String) row[1], -amount);
        Prediction predicted = predict((String) row[0], load, more);
        String what = row[0] + " " + load;
        assertClose((Double) row[3], predicted.throughput(), what);
        assertClose((Double) row[4], 1e3 * predicted.latency(), what + " latency");
        assertEquals(row[5], predicted.limit(), what);
    }

    private static Prediction predict(String contender, Load load, String more) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = loom\n" + more, Map.of());
        return Predictor.predict(experiment, Contender.parse("a", contender), load, CORES);
    }

    static void assertClose(double expected, double actual, String what) {
        assertTrue(Double.isNaN(expected) ? Double.isNaN(actual)
                : Math.abs(expected - actual) <= 1e-3 * Math.max(1, expected),
                what + ": expected " + expected + " but was " + actual);
    }

    @Test
    void theCoresMayAllowLessThanTheThreads() {
        Load users = Load.closed("/meetings", 4000);
        Prediction predicted = new Prediction(3813, 1.049, 4000, "users");
        Prediction within = predicted.withinCores(users, 2, 1e-3);
        assertEquals(2000.0, within.throughput(), "2 cores, 1 ms each");
        assertEquals(2.0, within.latency(), "4,000 users at 2,000 requests a second");
        assertEquals("CPU", within.limit());
        assertEquals(predicted, predicted.withinCores(users, 2, 0.4e-3), "5,000 are possible");
        assertEquals(predicted, predicted.withinCores(users, 2, Double.NaN), "the cost is not known");
        assertEquals(Prediction.NONE, Prediction.NONE.withinCores(users, 2, 1e-3), "nothing is predicted");
        assertEquals(4000.0, Prediction.CPU_BOUND.withinCores(users, 2, 0.5e-3).throughput(), "a route that computes");
    }
}
