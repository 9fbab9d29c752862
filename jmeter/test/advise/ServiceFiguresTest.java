package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.commandline.CommandLine;
import load.StubService;
import testing.Test;

class ServiceFiguresTest {
    private static final String POOL = """
            {"service": {"mode": "pool", "pid": 7, "boundedByThreads": true, "limit": 200, "cores": 2},
            "now": {"queued": 100, "connections": 300, "inFlight": 200, "throughput": 190.5, "serviceMillis": 1050,
            "load": 300, "cpuMicrosPerRequest": 1000},
            "law": {"waitSeconds": 1.049, "serviceTwo": {"stageDelayMillis": 333, "authorizePermits": null},
            "here": {"throughput": 190.7, "bound": "threads"}, "other": {"throughput": 286, "bound": "users"}}}""";
    private static final String LOOM = POOL.replace("pool", "loom").replace("true", "false");

    private record Row(String reason, String json, long rate, int threads, String limit) {
    }

    @Test
    void aRunningServiceRevealsItsArrivalRateAndItsShortage() throws Exception {
        Row[] table = {
            new Row("without a queue, the users would send more often", POOL, 286, 200,
                    "today: pool of 200 200 threads"),
            new Row("virtual threads have no limit", LOOM, 286, 0, "today: no pool 2 cores"),
            // With too few permits, most of the measured time is queueing.
            new Row("a pool is short of permits", permits(POOL), 286, 200, "today: pool of 200 10 permits / 333 ms"),
            new Row("virtual threads are short of permits", permits(LOOM), 286, 0, "today: no pool 10 permits"),
            // 2 requests in flight and 274 queued, each with 9.62 ms of CPU time: 276 / 9.62 ms = 28,690/s.
            new Row("requests that compute are short of cores", LOOM.replace("1.049", "0").replace("1000}",
                    "9620, \"virtualThreadsQueued\": 274}").replace("\"queued\": 100", "\"queued\": 0")
                    .replace("\"load\": 300", "\"load\": 1.9").replace("\"inFlight\": 200", "\"inFlight\": 2"), 28_690,
                    0, "today: no pool 2 cores / 9.62 ms of CPU time 208/s"),
            new Row("loom's prediction shows pinning",
                    POOL.replace("286, \"bound\": \"users\"", "20, \"bound\": \"carriers\""), 286, 200,
                    "virtual threads 2 carriers / 101 ms 19.8/s"),
            new Row("if the wait is unknown, the measured service time replaces it",
                    POOL.replace("\"waitSeconds\": 1.049", "\"waitSeconds\": null"), 286, 200,
                    "today: pool of 200 200 threads / 1,050 ms 190/s 150.0 % 190/s 1,575 ms")};
        for (Row row : table) {
            ServiceFigures figures = read(row.json);
            assertEquals(row.rate, Math.round(figures.rate()), row.reason);
            assertEquals(row.threads, figures.threads(), row.reason);
            assertContains(row.limit, new Advice(figures).text(List.of()).replaceAll("\\s+", " "));
        }
        assertEquals(30L, Math.round(new Advice(read(permits(POOL))).answeredByVirtual()), "10 permits for 333 ms");
    }

    private static String permits(String json) {
        return json.replace("\"authorizePermits\": null", "\"authorizePermits\": 10").replace("190.5", "29.9")
                .replace("1050", "5524.917");
    }

    @Test
    void answersOfOtherServersOrWithoutALoadAreRefused() throws Exception {
        String[][] table = {
            {POOL.replace("190.5", "0").replace("1050", "null"), "answered nothing"},
            {POOL.replace("\"inFlight\": 200,", ""), "answered nothing"},
            {POOL.replace("\"connections\": 300", "\"connections\": 0"), "nobody is connected"},
            {POOL.replace("\"limit\": 200", "\"limit\": 0"), "its cores, its threads or"},
            {POOL.replace("\"cores\": 2", "\"cores\": 0"), "its cores, its threads or"},
            {POOL.replace("1050", "\"abc\""), "does not have the expected fields"},
            {"{}", "its answer names no mode"},
            {"null", "not a JSON object"}};
        for (String[] row : table) {
            String message = assertThrows(IOException.class, () -> read(row[0])).getMessage();
            assertContains("no figures from a service one at http://127.0.0.1:", message);
            assertContains(row[1], message);
        }
        assertThrows(IOException.class, () -> from("http://127.0.0.1:1/stats"));
    }

    private static ServiceFigures read(String json) throws Exception {
        try (StubService service = new StubService(json)) {
            return from("http://" + service.address() + "/stats");
        }
    }

    private static ServiceFigures from(String address) throws Exception {
        return Advise.figures(CommandLine.parse(Advise.OPTIONS, "--from", address), new ArrayList<>());
    }
}
