package model;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.UsageException;
import common.mode.Mode;
import common.settings.ServiceTwoSettings;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import lab.Doctored;
import serviceone.server.RawClient.Reply;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.CheckPool;
import testing.Test;
import testing.Words;

class PredictorTest {
    private static final int CORES = 2;
    private static final double UNKNOWN = Double.NaN;
    private static final double GROWS = Double.POSITIVE_INFINITY;
    private static final String PERMITS = "authorize-permits = 10\n";
    private static final String CHANGE = "change = 5s delay=2000\n";
    private static final String STAGE_DELAY = "stage-delay = 100\n";
    private static final Load RPC = Load.closed("/rpc", 20);
    private static final Load MEETINGS = Load.closed("/meetings", 1000);
    private static final Load ARRIVALS = Load.open("/meetings", 150);
    private static final Load PINNED = Load.closed("/pinned", 50);

    private static Prediction predict(String contender, Load load, String... more) throws Exception {
        Experiment experiment = Doctored.experiment("users = 1\ncontender.a = loom\n" + String.join("", more));
        return Predictor.predict(experiment, Contender.parse("a", contender), load, CORES);
    }

    private static void assertClose(double expected, double actual, String what) {
        assertTrue(Double.compare(expected, actual) == 0 || Double.isFinite(expected) && Math.abs(expected - actual)
                <= 1e-3 * Math.max(1, expected), what + ": expected " + expected + " but was " + actual);
    }

    @Test
    void predictsThroughputLatencyAndLimit() throws Exception {
        // good answers per second, mean latency in milliseconds, limit
        Object[][] table = {
            {"pool --threads 250", Load.closed("/capabilities?x=1", 10000), 250.25, 39960, Limit.THREADS},
            {"pool --threads 4", Load.closed("/wait-async", 50), 500, 100, Limit.USERS},  // the wait holds no thread
            {"loom | -Djdk.virtualThreadScheduler.parallelism=8", PINNED, 80, 625, Limit.CARRIERS},
            {"loom | -XX:ActiveProcessorCount=4", PINNED, 40, 1250, Limit.CARRIERS},
            {"async", PINNED, 500, 100, Limit.USERS},  // on worker threads
            {"async", Load.closed("/synchronized", 400), 2000, 200, Limit.WORKER_THREADS},
            {"pool --threads {users}", Load.closed("/rpc", 300), 6000, 50, Limit.USERS},
            {"command: mine {port}", Load.closed("/orders", 20), 100, 200, Limit.USERS, "waits = 200ms\n"},
            {"loom", RPC, 400, 50, Limit.USERS, "waits = 200ms\n"},  // of service one, the waits are known
            {"loom", Load.open("/computational", 50), 50, UNKNOWN, Limit.ARRIVALS},  // if the cores suffice
            // A call holds its permit during the jitter, too.
            {"loom", Load.closed("/meetings", 200), 25, 8000, Limit.PERMITS, PERMITS + "jitter = 134\n"},
            // The threads answer a burst in groups. A half-full group takes as long as a full one.
            {"pool --threads 250", Load.burst("/capabilities", 1000), 1000 / 1.2, 750, Limit.THREADS, STAGE_DELAY},
            {"pool --threads 20", Load.burst("/capabilities", 50), 50 / 0.9, 540, Limit.THREADS, STAGE_DELAY},
            // Only good answers count. A failing call takes as long as a good one, a hanging call 10 s.
            {"loom", RPC, 360, 50, Limit.USERS, "error-percent = 10\n"},
            {"loom", ARRIVALS, 150 * 0.92237, 1049, Limit.ARRIVALS, "hang-percent = 2\n"},
            {"pool", ARRIVALS, 200 / 1.76570 * 0.92237, GROWS, Limit.THREADS, "hang-percent = 2\n"},
            {"pool --threads 4", RPC, 4 / 0.249 * 0.98, 5 * 249 - 249 + 50, Limit.THREADS, "hang-percent = 2\n"},
            {"loom", RPC, 20 / 0.054, 54, Limit.USERS, "jitter = 8\n"},
            // Each attempt takes 50 ms, and four of five succeed. 16 % of the good calls needed a second one.
            {"loom", RPC, 20 / 0.05 * 0.8, 58, Limit.USERS, "reset-percent = 20\n"},
            // Permits answer at most 10 / 0.333 requests per second. When each of a burst is answered is not known.
            {"loom", Load.burst("/meetings", 200), 30.03, UNKNOWN, Limit.PERMITS, PERMITS},
            {"loom", Load.burst("/meetings", 200), 200 / 1.049, 1049, Limit.USERS, "authorize-permits = 1000\n"},
            {"loom", Load.burst("/rpc", 200), 4000, 50, Limit.USERS, PERMITS},      // needs no permit
            {"loom --info-in-parallel", MEETINGS, 1000 / 0.999, 999, Limit.USERS, "delay = 999\n"},
            {"loom --info-in-parallel", MEETINGS, 500, 2000, Limit.USERS, "delay = 1001\n"},
            {"loom --info-in-parallel", RPC, 400, 50, Limit.USERS}, {"loom --exercise 8", MEETINGS, 953.29, 1049,
                    Limit.USERS},
            {"loom", Load.closed("/wait-blocking", 20), 200, 100, Limit.USERS, "slow-start = 10\n"},
            {"loom --max-calls 1", Load.closed("/wait-blocking", 20), 200, 100, Limit.USERS},
            {"loom | -Djdk.virtualThreadScheduler.parallelism=8 -XX:ActiveProcessorCount=4", PINNED, 80, 625,
                Limit.CARRIERS}};
        for (Object[] row : table) {
            String more = row.length > 5 ? (String) row[5] : "";
            Prediction predicted = predict((String) row[0], (Load) row[1], more);
            String what = row[0] + ", " + row[1] + " " + more;
            assertClose(((Number) row[2]).doubleValue(), predicted.throughput(), what);
            assertClose(((Number) row[3]).doubleValue(), 1e3 * predicted.latency(), what + " latency");
            assertEquals(row[4], predicted.limit(), what);
        }
    }

    /**
     * A reset call fails if its connection is new, or if the second attempt is reset, too. Of 1,000 calls with 20 %
     * resets, 48 are on new connections. 9.5 of these fail, and 38 of the others: 48 connections are lost and opened.
     */
    @Test
    void predictsFailuresAndRequestsInFlight() throws Exception {
        Object[][] failing = {{RPC, "error-percent = 10\n", 0.1}, {RPC, "reset-percent = 20\n", 0.04 / 0.84},
            {MEETINGS, "reset-percent = 20\n", 1 - Math.pow(0.8 / 0.84, 4)}, {RPC, "reset-percent = 100\n", 1.0},
            {RPC, "failures = expected\n", -1.0},
            // A call that hangs loses its connection, too, so 3.51 % of the calls are on new ones.
            {RPC, "reset-percent = 10\nhang-percent = 2\nerror-percent = 1\n",
                0.02 + 0.01 + 0.1 * 0.0351 + 0.9649 * 0.1 * 0.13}};
        for (Object[] row : failing) {
            assertClose((Double) row[2], predict("loom", (Load) row[0], (String) row[1]).failing(), "" + row[1]);
        }
        assertClose(31.5, predict("loom", Load.burst("/meetings", 200), PERMITS).inFlight(), "30.03/s for 1.049 s");
        assertClose(264.85, predict("loom", ARRIVALS, "hang-percent = 2\n").inFlight(), "150 * 1.766 s");
        assertClose(150, predict("loom --answer-timeout 1000", ARRIVALS, "hang-percent = 100\n").inFlight(), "1 s");
    }

    @Test
    void thereIsNoPredictionWhereTheoryEnds() throws Exception {
        Load meetings = Load.closed("/meetings", 20);
        Object[][] table = {
            {"command: mine {port}", meetings, "reset-percent = 1\n", true},
            {"loom", meetings, "slow-start = 10\n", false}, {"loom", meetings, CHANGE, false},
            {"loom", meetings, CHANGE + "error-percent = 1\n", true},
            {"loom", meetings, "slow-start = 10\nhang-percent = 1\n", true},
            {"command: mine {port}", Load.closed("/orders", 20), "waits = 200ms\n" + CHANGE, false},
            {"loom", meetings, "error-percent = 1\n" + PERMITS, true},
            {"loom", Load.burst("/meetings", 20), "hang-percent = 1\n", true},
            {"command: mine {port}", meetings, "hang-percent = 1\n", true},
            {"loom --max-calls 19", meetings, "", true},
            {"loom --max-calls 200", ARRIVALS, "hang-percent = 2\n", true},
            {"loom --max-calls 30", meetings, "beside-path = /rpc\nbeside-users = 1\n", true},
            {"loom --max-connections 30", meetings, "beside-path = /rpc\nbeside-users = 11\n", false}};
        List<String> obstacles = new ArrayList<>();
        for (Object[] row : table) {
            Prediction none = predict((String) row[0], (Load) row[1], (String) row[2]);
            assertTrue(!none.isKnown() && Double.isNaN(none.latency()), "a prediction for " + row[0] + ", " + row[2]);
            assertEquals(row[3], none.expectsFailures(), "failures of " + row[0] + ", " + row[2]);
            obstacles.add((row[0] + "; " + row[2]).replace("\n", "; ") + "-> " + none.obstacle());
        }
        obstacles.add("own plan -> " + Prediction.OF_OWN_PLAN.obstacle());
        obstacles.add("parallelism=x -> " + assertThrows(UsageException.class, () -> predict("loom | -Djdk."
                + "virtualThreadScheduler.parallelism=x", PINNED)).getMessage());
        Words.assertSame("experiment-file", "why there is no prediction", String.join("\n", obstacles));
        assertTrue(predict("loom --max-calls 20", meetings).isKnown(), "--max-calls is never exceeded");
        assertTrue(predict("loom", Load.closed("/wait-async", 20), "reset-percent = 1\n", CHANGE).isKnown(), "no call");
        assertEquals(Prediction.NONE, predict("loom", Load.closed("/elsewhere", 20)), "an unknown route");
        assertEquals(Prediction.CPU_BOUND, predict("loom", Load.closed("/computational", 20)), "it only computes");
    }

    @Test
    void aSecondLoadLeavesThePredictionUnlessItNeedsTheSameLimit() throws Exception {
        String pool = "pool --threads 30";
        Object[][] table = {{"loom", "/computational", "rate = 5", true}, {"loom", "/rpc", "users = 5000", true},
            {"loom", "/rpc", "users = 9981", false}, {pool, "/rpc", "users = 10", true},
            {pool, "/rpc", "users = 11", false}, {pool, "/computational", "users = 11", false},
            {pool, "/elsewhere", "rate = 11", false}, {pool, "/rpc", "rate = 150", false},
            {pool, "/rpc", "rate = 60", true}, {pool, "/rpc", "rate = 61", false},      // 3 in flight, 4 deviations
            {"loom", "/pinned", "users = 1", false},      // two carriers
            {"loom --max-calls 400", "/rpc", "users = 1", false}};
        for (Object[] row : table) {
            Prediction predicted = predict((String) row[0], RPC, "beside-path = " + row[1] + "\nbeside-" + row[2]);
            assertEquals(row[3], predicted.isKnown(), List.of(row).toString());
            assertClose(0.05, predicted.least(), "no answer comes sooner");
        }
        Prediction both = predict("command: x {port}", Load.closed("/a", 20), "waits = 200ms\nbeside-path = /b\n"
                + "beside-users = 1");
        assertClose(100, both.throughput(), "a program of the user's own has no known limit");
        var experiment = Doctored.experiment("users = 1\ncontender.a = loom\nbeside-path = /rpc\nbeside-rate = 100");
        assertEquals(predict("loom", Load.open("/rpc", 100)), Predictor.predictBeside(experiment,
                Contender.parse("a", "loom"), MEETINGS, CORES), "the second load, as if it were alone");
        assertEquals(Prediction.CPU_BOUND, predict("loom", Load.closed("/computational", 20), "beside-path = /rpc\n"
                + "beside-users = 20000"), "it needs no connection");
        assertEquals(Prediction.NONE, predict("loom", Load.closed("/elsewhere", 20), "beside-path = /rpc\n"
                + "beside-users = 20000"), "an unknown route");
        Contender own = Contender.parse("a", "command: x {port}");
        assertEquals(Prediction.NONE, Predictor.predictBeside(Doctored.experiment("users = 1\ncontender.a = loom\n"
                + "waits = 200ms\nbeside-path = /b\nbeside-rate = 100"), own, MEETINGS, CORES),
                        "waits are the first's");
    }

    @Test
    void noAnswerComesBeforeTheWaitsOfItsRoute() throws Exception {
        Object[][] table = {{MEETINGS, "", 1.049}, {ARRIVALS, "delay = 10\nstage-delay = 20\n", 0.07},
            {ARRIVALS, CHANGE, 0.0}, {ARRIVALS, "jitter = 100\nhang-percent = 2\nerror-percent = 1\n", 1.049},
            {Load.burst("/capabilities", 20), "", 0.999}, {ARRIVALS, "slow-start = 10\n", 1.049},
                    {Load.open("/computational", 50), "", 0.0}};
        for (Object[] row : table) {
            assertClose((Double) row[2], predict("loom", (Load) row[0], (String) row[1]).least(), row[0] + "" + row[1]);
        }
    }

    @Test
    void tooFewCoresLowerThePrediction() {
        Load users = Load.closed("/meetings", 4000);
        Prediction predicted = new Prediction(3813, 1.049, 4000, Limit.USERS);
        assertEquals(new Prediction(2000, 2, 4000, Limit.CORES), predicted.withinCores(users, 2, 1e-3));
        assertEquals(predicted, predicted.withinCores(users, 2, 0.4e-3), "the cores allow 5,000 requests per second");
        assertEquals(predicted, predicted.withinCores(users, 2, UNKNOWN), "the cost is not known");
        assertEquals(GROWS, predicted.withinCores(Load.open("/rpc", 3813), 2, 1e-3).latency(), "more arrivals");
        assertEquals(UNKNOWN, predicted.withinCores(Load.burst("/rpc", 3813), 2, 1e-3).latency(), "of a burst");
        assertEquals(predicted, predicted.withinCores(users, 2, 2.0 / 3813), "exactly what is predicted");
        assertEquals(Prediction.NONE, Prediction.NONE.withinCores(users, 2, 1e-3), "nothing is predicted");
        assertEquals(4000.0, Prediction.CPU_BOUND.withinCores(users, 2, 0.5e-3).throughput(), "a route that computes");
    }

    @Test
    void serviceOneAnswersEveryKnownRouteAndWaitsAsPredicted() throws Exception {
        Map<String, KnownRoute> routes = KnownRoute.all(ServiceTwoSettings.STANDARD);
        try (TestService service = TestService.start(Mode.LOOM, Settings.DEFAULTS)) {
            CheckPool.run(routes.keySet().stream().map(path -> () -> answersAsKnown(path, routes.get(path),
                    service.get(path))));
        }
    }

    private static void answersAsKnown(String path, KnownRoute known, Reply reply) {
        assertEquals(200, reply.status(), path);
        Pattern answer = Pattern.compile(known.answer());
        assertTrue(answer.matcher(reply.body()).find(), path + " answers " + reply.body());
        assertTrue(!answer.matcher("{\"error\":\"went wrong\"}").find(), path + " takes an error for an answer");
        assertTrue(known.own() == 0 || reply.body().strip().equals("{\"waitedMillis\":"
                + Math.round(1e3 * known.waiting()) + "}"), path + " answers " + reply.body());
    }
}
