package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class PredictorTest {
    private static final int CORES = 2;
    private static final double UNKNOWN = Double.NaN;
    private static final double GROWS = Double.POSITIVE_INFINITY;
    private static final String PERMITS = "authorize-permits = 10\n";
    private static final String STAGE_DELAY = "stage-delay = 100\n";
    private static final Load RPC = users("/rpc", 20);
    private static final Load MEETINGS = users("/meetings", 1000);

    /**
     * @param throughput good answers per second
     * @param latency the mean in milliseconds, NaN if unknown, infinite if it grows
     */
    private record Row(String contender, Load load, double throughput, double latency, String limit, String... more) {
    }

    private static final List<Row> TABLE = List.of(
            new Row("pool --threads 1", RPC, 20, 1000, "threads"),
            new Row("pool --threads 4", RPC, 80, 250, "threads"),
            new Row("loom", RPC, 400, 50, "users"),
            new Row("pool", RPC, 400, 50, "users"),  // 200 threads by default
            new Row("pool --threads 200", MEETINGS, 190.658, 5245, "threads"),
            new Row("pool --threads=50", MEETINGS, 47.664, 20980, "threads"),
            new Row("async", users("/meetings", 4000), 3813.155, 1049, "users"),
            new Row("loom", users("/meetings", 12000), 9532.888, 1258.8, "connections"),
            new Row("loom --max-connections 500", MEETINGS, 476.644, 2098, "connections"),
            new Row("pool --threads 250", users("/capabilities?x=1", 10000), 250.25, 39960, "threads"),
            new Row("pool --threads 4", users("/wait-blocking", 50), 40, 1250, "threads"),
            new Row("pool --threads 4", users("/wait-async", 50), 500, 100, "users"),  // the wait holds no thread
            new Row("loom", users("/pinned", 50), 20, 2500, "carriers"),
            new Row("loom | -Djdk.virtualThreadScheduler.parallelism=8", users("/pinned", 50), 80, 625, "carriers"),
            new Row("loom | -XX:ActiveProcessorCount=4", users("/pinned", 50), 40, 1250, "carriers"),
            new Row("pool --threads 50", users("/pinned", 50), 500, 100, "users"),
            new Row("async", users("/pinned", 50), 500, 100, "users"),  // on worker threads
            new Row("loom", users("/synchronized", 50), 500, 100, "users"),  // JEP 491
            new Row("async", users("/synchronized", 400), 2000, 200, "worker threads"),
            new Row("pool --threads {users}", users("/rpc", 300), 6000, 50, "users"),
            new Row("command: mine {port}", RPC, 400, 50, "users"),
            new Row("command: mine {port}", users("/orders", 20), 100, 200, "users", "waits = 200ms\n"),
            new Row("loom", RPC, 400, 50, "users", "waits = 200ms\n"),  // of service one, the waits are known
            new Row("pool --threads 4", rate("/rpc", 50), 50, 50, "arrivals"),
            new Row("pool --threads 4", rate("/rpc", 100), 80, GROWS, "threads"),  // latency grows
            new Row("loom", rate("/computational", 50), 50, UNKNOWN, "arrivals"),  // if the cores suffice
            new Row("loom", users("/meetings", 100), 30.03, 3330, "permits", PERMITS),
            new Row("pool --threads 20", users("/meetings", 100), 19.066, 5245, "threads", PERMITS),
            new Row("loom", rate("/meetings", 50), 30.03, GROWS, "permits", PERMITS),
            new Row("loom", RPC, 400, 50, "users", PERMITS),
            // A call holds its permit during the jitter, too.
            new Row("loom", users("/meetings", 200), 25, 8000, "permits", PERMITS + "jitter = 134\n"),
            // The threads answer a burst in groups. A half-full group takes as long as a full one.
            new Row("pool --threads 250", Load.burst("/capabilities", 1000), 1000 / 1.2, 750, "threads", STAGE_DELAY),
            new Row("pool --threads 20", Load.burst("/capabilities", 50), 50 / 0.9, 540, "threads", STAGE_DELAY),
            // Only good answers count. A failing call takes as long as a good one, a hanging call 10 s.
            new Row("loom", RPC, 360, 50, "users", "error-percent = 10\n"),
            new Row("loom", rate("/meetings", 150), 150 * 0.92237, 1049, "arrivals", "hang-percent = 2\n"),
            new Row("pool", rate("/meetings", 150), 200 / 1.76570 * 0.92237, GROWS, "threads", "hang-percent = 2\n"),
            new Row("pool --threads 4", RPC, 4 / 0.249 * 0.98, 5 * 249 - 249 + 50, "threads", "hang-percent = 2\n"),
            new Row("loom", RPC, 20 / 0.054, 54, "users", "jitter = 8\n"),
            // Each attempt takes 50 ms, and four of five succeed. 16 % of the good calls needed a second one.
            new Row("loom", RPC, 20 / 0.05 * 0.8, 58, "users", "reset-percent = 20\n"));

    private static Load users(String path, int users) {
        return Load.closed(path, users);
    }

    private static Load rate(String path, int perSecond) {
        return Load.open(path, perSecond);
    }

    private static Prediction predict(String contender, Load load, String... more) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = loom\n" + String.join("", more),
                Map.of());
        return Predictor.predict(experiment, Contender.parse("a", contender), load, CORES);
    }

    private static void assertClose(double expected, double actual, String what) {
        assertTrue(!Double.isFinite(expected) ? Double.compare(expected, actual) == 0
                : Math.abs(expected - actual) <= 1e-3 * Math.max(1, expected),
                what + ": expected " + expected + " but was " + actual);
    }

    @Test
    void predictsThroughputLatencyAndLimit() throws Exception {
        for (Row row : TABLE) {
            Prediction predicted = predict(row.contender, row.load, row.more);
            String what = row.contender + ", " + row.load + " " + String.join("", row.more);
            assertClose(row.throughput, predicted.throughput(), what);
            assertClose(row.latency, 1e3 * predicted.latency(), what + " latency");
            assertEquals(row.limit, predicted.limit(), what);
        }
    }

    @Test
    void predictsFailuresAndRequestsInFlight() throws Exception {
        assertClose(0.1, predict("loom", RPC, "error-percent = 10\n").failing(), "failing");
        assertClose(264.85, predict("loom", rate("/meetings", 150), "hang-percent = 2\n").inFlight(), "150 * 1.766 s");
        assertClose(100, predict("loom --answer-timeout 1000", rate("/rpc", 100), "hang-percent = 100\n").inFlight(),
                "100 * 1 s");
    }

    /**
     * A reset call fails if its connection is new, or if the second attempt is reset, too. 1,000 calls in steady state
     * with 20 % resets: 48 calls are on new connections, and 9.5 of them fail. Of the 952 others, 190 are repeated, and
     * 38 fail. So 48 connections are lost, and 48 are opened.
     */
    @Test
    void aResetOnAKeptConnectionGivesTheCallASecondChance() throws Exception {
        assertClose(0.04 / 0.84, predict("loom", RPC, "reset-percent = 20\n").failing(), "calls that fail");
        assertClose(1 - Math.pow(0.8 / 0.84, 4), predict("loom", MEETINGS, "reset-percent = 20\n").failing(),
                "requests of four calls that fail");
        assertClose(1, predict("loom", RPC, "reset-percent = 100\n").failing(), "all calls are reset");
        // A call that hangs loses its connection, too, so 3.51 % of the calls are on new ones.
        assertClose(0.02 + 0.01 + 0.1 * 0.0351 + 0.9649 * 0.1 * 0.13, predict("loom", RPC,
                "reset-percent = 10\nhang-percent = 2\nerror-percent = 1\n").failing(), "with other faults");
    }

    @Test
    void thereIsNoPredictionWhereTheoryEnds() throws Exception {
        Load meetings = users("/meetings", 20);
        Object[][] table = {
            {"command: mine {port}", meetings, "reset-percent = 1\n", true, "repeats"},
            {"loom", meetings, "slow-start = 10\n", false, "waits change"},
            {"loom", meetings, "change = 5s delay=2000\n", false, "waits change"},
            {"command: mine {port}", users("/orders", 20), "waits = 200ms\nchange = 5s delay=2000\n", false,
                "waits change"},
            {"loom", meetings, "error-percent = 1\n" + PERMITS, true, "permits"},
            {"loom", Load.burst("/meetings", 20), "hang-percent = 1\n", true, "bursts"},
            {"command: mine {port}", meetings, "hang-percent = 1\n", true, "gives up"},
            {"loom --max-calls 19", meetings, "", true, "--max-calls"},
            {"loom --max-calls 200", rate("/meetings", 150), "hang-percent = 2\n", true, "--max-calls"}};
        for (Object[] row : table) {
            Prediction none = predict((String) row[0], (Load) row[1], (String) row[2]);
            assertTrue(!none.isKnown(), "a prediction for " + row[0] + ", " + row[2]);
            assertContains((String) row[4], none.limit());
            assertEquals(row[3], none.expectsFailures(), "failures of " + row[0] + ", " + row[2]);
        }
        assertTrue(predict("loom --max-calls 20", meetings).isKnown(), "--max-calls is never exceeded");
        assertTrue(predict("loom", users("/wait-async", 20), "reset-percent = 1\n").isKnown(),
                "a route that makes no calls");
        assertTrue(predict("loom", users("/wait-async", 20), "change = 5s delay=2000\n").isKnown(),
                "a route that makes no calls");
        assertEquals(Prediction.NONE, predict("loom", users("/elsewhere", 20)), "an unknown route");
        assertEquals(Prediction.CPU_BOUND, predict("loom", users("/computational", 20)), "a route that only computes");
    }

    @Test
    void aSecondLoadLeavesThePredictionUnlessItNeedsTheSameLimit() throws Exception {
        Load first = users("/rpc", 20);
        Object[][] table = {
            {"loom", first, "/computational", "rate = 5", true}, {"loom", first, "/rpc", "users = 5000", true},
            {"loom", first, "/rpc", "users = 9981", false}, {"pool --threads 30", first, "/rpc", "users = 10", true},
            {"pool --threads 30", first, "/rpc", "users = 11", false},
            {"pool --threads 30", first, "/computational", "users = 11", false},
            {"pool --threads 30", first, "/elsewhere", "rate = 11", false},
            {"pool --threads 30", first, "/rpc", "rate = 20", true},       // 1 in flight, and 4 deviations
            {"pool --threads 30", first, "/rpc", "rate = 150", false},
            {"loom", users("/rpc", 20), "/pinned", "users = 1", false},      // two carriers
            {"loom --max-calls 400", first, "/rpc", "users = 1", false}};
        for (Object[] row : table) {
            String keys = "beside-path = " + row[2] + "\nbeside-" + row[3] + "\n";
            Prediction predicted = predict((String) row[0], (Load) row[1], keys);
            assertEquals(row[4], predicted.isKnown(), List.of(row).toString());
            assertClose(0.05, predicted.least(), "no answer comes sooner");
        }
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = loom\nbeside-path = /rpc\n"
                + "beside-rate = 100", Map.of());
        assertEquals(predict("loom", rate("/rpc", 100)), Predictor.predictBeside(experiment,
                Contender.parse("a", "loom"), MEETINGS, CORES), "the second load, as if it were alone");
    }

    @Test
    void noAnswerComesBeforeTheWaitsOfItsRoute() throws Exception {
        Load open = rate("/meetings", 50);
        Object[][] table = {
            {"loom", users("/meetings", 20), "", 1.049},
            {"pool", rate("/meetings?x", 500), "delay = 10\nstage-delay = 20\n", 0.070},
            {"command: mine {port}", rate("/rpc", 50), "", 0.050},
            {"loom", Load.burst("/capabilities", 20), "", 0.999},
            {"async", rate("/pinned", 50), "", 0.100},
            {"loom", open, "jitter = 100\nhang-percent = 2\nerror-percent = 1\n", 1.049},
            {"loom", open, "slow-start = 10\nreset-percent = 1\n", 1.049},
            {"loom", open, "change = 5s delay=1\n", 0.0},
            {"loom --max-calls 1", users("/meetings", 50), PERMITS, 1.049},
            {"loom", rate("/computational", 50), "", 0.0},
            {"loom", rate("/elsewhere", 50), "", 0.0}};
        for (Object[] row : table) {
            Prediction predicted = predict((String) row[0], (Load) row[1], (String) row[2]);
            assertClose((Double) row[3], predicted.least(), "least wait in s of " + row[1] + ", " + row[2]);
        }
    }

    @Test
    void tooFewCoresLowerThePrediction() {
        Load users = users("/meetings", 4000);
        Prediction predicted = new Prediction(3813, 1.049, 4000, "users");
        assertEquals(new Prediction(2000, 2, 4000, "CPU"), predicted.withinCores(users, 2, 1e-3),
                "1 ms of CPU time per request");
        assertEquals(predicted, predicted.withinCores(users, 2, 0.4e-3), "the cores allow 5,000 requests per second");
        assertEquals(predicted, predicted.withinCores(users, 2, UNKNOWN), "the cost is not known");
        assertEquals(GROWS, new Prediction(3000, 1, 3000, "arrivals").withinCores(rate("/rpc", 3000), 2, 1e-3)
                .latency(), "more arrivals than the cores allow");
        assertEquals(Prediction.NONE, Prediction.NONE.withinCores(users, 2, 1e-3), "nothing is predicted");
        assertEquals(4000.0, Prediction.CPU_BOUND.withinCores(users, 2, 0.5e-3).throughput(), "a route that computes");
    }
}
