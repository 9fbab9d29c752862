package advise;

import static testing.Assertions.assertContains;
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
            "here": {"throughput": 190.7, "bound": "THREADS"}, "other": {"throughput": 286}}}""";
    private static final String LOOM = POOL.replace("pool", "loom").replace("true", "false");

    @Test
    void aRunningServiceRevealsWhatLimitsIt() throws Exception {
        String[][] table = {
            {POOL, "300 users / 1,050 ms = 286/s", "today: pool of 200 200 threads / 1,050 ms 190/s 150.0 % 190/s "
                + "1,575 ms pool of 300 300 threads / 1,050 ms 286/s 100.0 % 286/s 1,050 ms"},
            {POOL.replace("\"limit\": 200", "\"limit\": 400"), "buy you nothing: 300 users never need more threads"},
            {LOOM, "Your service has no pool", "today: no pool 2 cores / 1 ms of CPU time 2,000/s 14.3 % 286/s"},
            // With too few permits, most of the measured time is queueing.
            {permits(POOL), "today: pool of 200 10 permits / 333 ms 30.0/s", "virtual threads 10 permits / 333 ms"},
            // 2 requests in flight and 274 queued
            {LOOM.replace("1.049", "0").replace("1000}", "9620, \"virtualThreadsQueued\": 274}")
                    .replace("\"queued\": 100", "\"queued\": 0").replace("\"load\": 300", "\"load\": 1.9")
                    .replace("\"inFlight\": 200", "\"inFlight\": 2"),
                "276 users / 9.62 ms = 28,690/s", "today: no pool 2 cores / 9.62 ms of CPU time 208/s"},
            {POOL.replace("286}", "20, \"bound\": \"CARRIERS\"}"), "2 carriers / 101 ms 19.8/s"},
            // If the wait is unknown, the measured service time replaces it.
            {POOL.replace("1.049", "null").replace("1050", "2000"), "300 users / 2,000 ms = 150/s"}};
        for (String[] row : table) {
            String text = read(row[0]).replaceAll("\\s+", " ");
            Stream.of(row).skip(1).forEach(part -> assertContains(part, text));
        }
    }

    private static String permits(String json) {
        return json.replace("\"authorizePermits\": null", "\"authorizePermits\": 10").replace("190.5", "29.9")
                .replace("1050", "5524.917");
    }

    @Test
    void answersOfOtherServersOrWithoutALoadAreRefused() throws Exception {
        String[][] table = {
            {POOL.replace("190.5", "0").replace("1050", "null"), "answered nothing"},
            {POOL.replace("\"connections\": 300", "\"connections\": 0"), "nobody is connected"},
            {POOL.replace("\"limit\": 200", "\"limit\": 0"), "its cores, its threads or"},
            {"{}", "its answer names no mode"},
            {"null", "not a JSON object"}};
        for (String[] row : table) {
            String message = assertThrows(IOException.class, () -> read(row[0])).getMessage();
            assertContains("no figures from a service one at http://127.0.0.1:", message);
            assertContains(row[1], message);
        }
    }

    private static String read(String json) throws Exception {
        try (StubService service = new StubService(json)) {
            return Advise.text(CommandLine.parse(Advise.OPTIONS, "--from", "http://" + service.address() + "/stats"));
        }
    }
}
