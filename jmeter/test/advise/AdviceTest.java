package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.law.LittlesLaw.Station;
import common.mode.Mode.Limit;
import lab.define.Contender;
import lab.define.ExperimentFile;
import load.StubService;
import testing.TemporaryFolder;
import testing.Test;
import text.Numbers;

class AdviceTest extends TemporaryFolder {
    private static final String NOTHING = "Virtual threads buy you nothing: ";
    private static final String POOL = """
            {"service": {"mode": "pool", "pid": 7, "boundedByThreads": true, "limit": 200, "cores": 2},
            "now": {"queued": 100, "connections": 300, "inFlight": 200, "throughput": 190.5, "serviceMillis": 1050,
            "load": 300, "cpuMicrosPerRequest": 1000},
            "law": {"waitSeconds": 1.049, "serviceTwo": {"stageDelayMillis": 333, "authorizePermits": null},
            "here": {"throughput": 190.7, "bound": "threads"}, "other": {"throughput": 286}}}""";
    private static final String LOOM = POOL.replace("pool", "loom").replace("true", "false");

    private static CommandLine parse(String line) throws UsageException {
        return CommandLine.parse(Advise.OPTIONS, line.split(" "));
    }

    /** Runs of blanks and line ends become one blank. */
    private static String advise(String line) throws Exception {
        return Advise.text(parse(line)).replaceAll("\\s+", " ");
    }

    private static String read(String json) throws Exception {
        try (StubService service = new StubService(json)) {
            return advise("--from http://" + service.address() + "/stats");
        }
    }

    @Test
    void eachSetOfFiguresLeadsToItsTableVerdictAndNotes() throws Exception {
        // options; requests answered today and with virtual threads, and the threads needed; parts of the text
        String[][] table = {
            {"--rate 953 --latency 1.05s --cores 4 --cpu 200us", "190 953 1,100", "Virtual threads "
                + "answer 5 times as many, 953/s, because your pool of 200 answers at most 190/s. A pool of 1,100 ",
                "953/s × 1,050 ms = 1,001 requests in flight",
                "today: pool of 200 200 threads / 1,050 ms 190/s 500.3 % 190/s grows "
                + "pool of 1,100 1,100 threads / 1,050 ms 1,048/s 91.0 % 953/s 1,050 ms "
                + "virtual threads 4 cores / 200 µs of CPU time 20,000/s 4.8 % 953/s 1,050 ms ",
                "Assumed: a pool of 200 threads", "Without --permits, database connections do not"},
            {"--rate 500 --latency 300ms --permits 40", "133 133 40", "pool of 200 40 permits / 300 ms 133/s 375.0 % ",
                "A pool above 40 only lengthens the queue for the permits.", "Without --cpu, the cores do not"},
            {"--rate 10 --latency 1s --threads none", "10 10 22", "today: no pool none is known ∞/s"},
            {"--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", "100 200 246",
                "A pool of 246 would do, too. Then requests queue at the next limit, 10 permits / 50 ms = 200/s."},
            {"--rate 500 --latency 300ms --threads 200", "500 500 190", NOTHING + "with 150 requests in flight on ",
                "It would be too small above 667/s, or if a request took longer than 400 ms."},
            {"--rate 500 --latency 20ms --cores 4 --cpu 10ms", "400 400 19", NOTHING + "4 cores / 10 ms of CPU time "},
            {"--rate 300 --latency 10ms --cpu 10ms --cores 4", "300 300 4", NOTHING + "the first limit that a growing "
                + "load meets is 4 cores / 10 ms of CPU time = 400/s, not your pool of 200 (20,000/s)."},
            {"--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", "199 199 86", NOTHING + "10 per"},
            {"--rate 200 --latency 1s --threads 200", "200 200 246", "Perhaps: your pool of 200 is full. It answers "},
            // M/M/1: utilization / (1 - utilization) × latency
            {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 9ms", "40 40 6",
                "Only latency: if arrivals and durations are random, each waits 80.0 ms on average for a thread"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "500 20 74",
                "No: your pool of 50 answers 500/s, virtual threads at most 20/s (2 carriers / 100 ms), because a ",
                "keeps its carrier. -Djdk.virtualThreadScheduler.parallelism=74 would do."},
            // A pinned request keeps its carrier while it computes, too: 2 carriers / (3 ms + 3 ms) = 333/s.
            {"--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", "556 333 81", "No: your po"},
            {"--rate 300 --latency 1s --threads none --permits 10 --held 1s", "10 10 10", "Your service has no pool, "
                + "so no request waits for a thread. Its limit is 10 permits / 1,000 ms = 10/s."}};
        for (String[] row : table) {
            Advice advice = new Advice(Advise.figures(parse(row[0]), new ArrayList<>()));
            assertEquals(row[1], DoubleStream.of(advice.answeredToday(), advice.answeredByVirtual(),
                    advice.threadsNeeded()).mapToObj(Numbers::text).collect(Collectors.joining(" ")), row[0]);
            assertHas(advise(row[0]), Arrays.copyOfRange(row, 2, row.length));
        }
        String[][] shownBy = {{"--rate 60 --latency 1s --permits 10 --held 333ms", "lost-limit"},
            {"--rate 20 --latency 1s --permits 10 --held 333ms", "database-permits"},
            {"--rate 20 --latency 1s --cpu 1ms", "hogs"}, {"--rate 20 --latency 1s --pinned 10ms", "pinned"},
            {"--rate 20 --latency 1s", "pool-sweep"}};
        for (String[] row : shownBy) {
            assertContains("./run.sh compare " + row[1] + " ", advise(row[0] + " --cores 2") + " ");
            assertContains("./run.sh compare one-core ", advise(row[0] + " --cores 1") + " ");
        }
        assertEquals(1_321L, Math.round(1e3 * RandomArrivals.meanWait(9.4, new Station(Limit.THREADS, 10, 1))),
                "M/M/10");
    }

    @Test
    void aRunningServiceRevealsWhatLimitsIt() throws Exception {
        String[][] table = {
            {POOL, "300 users / 1,050 ms = 286/s", "today: pool of 200 200 threads / 1,050 ms 190/s 150.0 % 190/s "
                + "1,575 ms pool of 300 300 threads / 1,050 ms 286/s 100.0 % 286/s 1,050 ms"},
            {LOOM, "Your service has no pool", "today: no pool 2 cores / 1 ms of CPU time 2,000/s 14.3 % 286/s"},
            // With too few permits, most of the measured time is queueing.
            {POOL.replace("\"authorizePermits\": null", "\"authorizePermits\": 10").replace("190.5", "29.9")
                .replace("1050", "5524.917"), "pool of 200 10 permits / 333 ms 30.0/s", "virtual threads 10 permits"},
            // 2 requests in flight and 274 queued
            {LOOM.replace("1.049", "0").replace("1000}", "9620, \"virtualThreadsQueued\": 274}")
                .replace("\"queued\": 100", "\"queued\": 0").replace("\"load\": 300", "\"load\": 1.9")
                .replace("\"inFlight\": 200", "\"inFlight\": 2"),
                "276 users / 9.62 ms = 28,690/s", "today: no pool 2 cores / 9.62 ms of CPU time 208/s"},
            {POOL.replace("286}", "20, \"bound\": \"carriers\"}"), "2 carriers / 101 ms 19.8/s"},
            // If the wait is unknown, the measured service time replaces it.
            {POOL.replace("1.049", "null").replace("1050", "2000"), "300 users / 2,000 ms = 150/s"}};
        for (String[] row : table) {
            assertHas(read(row[0]), Arrays.copyOfRange(row, 1, row.length));
        }
        String[][] refused = {{POOL.replace("190.5", "0").replace("1050", "null"), "answered nothing"},
            {POOL.replace("\"connections\": 300", "\"connections\": 0"), "nobody is connected"},
            {POOL.replace("\"limit\": 200", "\"limit\": 0"), "its cores, its threads or"},
            {"{}", "its answer names no mode"}, {"null", "not a JSON object"}};
        for (String[] row : refused) {
            assertHas(assertThrows(IOException.class, () -> read(row[0])).getMessage(), row[1],
                    "no figures from a service one at http://127.0.0.1:");
        }
    }

    @Test
    void anExperimentAsksForTheUsersOwnPathAndOverwritesNothing() throws Exception {
        Path file = folder.resolve("mine");
        String line = "--rate 953 --latency 1.05s --threads 200 --cpu 50ms --cores 64 --path /orders --method post "
                + "--experiment " + file;
        assertContains("./run.sh compare " + file, advise(line));
        String written = Files.readString(file);
        assertEquals("path = /orders; method = POST; waits = 1000ms; users = 1001; seconds = 10; drain = 10; "
                + "expect = virtual/pool-200 throughput >= 4.50; refute = virtual/pool-200 throughput < 3.50; ",
                written.replaceAll("(?m)^(#|contender).*\n", "").replace("\n", "; "));
        assertEquals(List.of("pool-200", "pool-1100", "virtual"), ExperimentFile.parse("mine", written, Map.of())
                .contenders().stream().map(Contender::name).toList());
        assertThrows(UsageException.class, "exists already", () -> advise(line));
        assertEquals(written, Files.readString(file), "the file is unchanged");
    }

    @Test
    void nonsenseGetsAClearMessage() {
        String[][] table = {
            {"--rate 0 --latency 1s", "--rate takes requests a second, from 0.01"}, {"--rate 5", "at least --latency"},
            {"--rate 5 --latency 10ms --cpu 10s", "--cpu 10 s is more than 10 times --latency 10 ms"},
            {"--rate 5 --latency 10ms --pinned 1s", "--pinned 1,000 ms is more than --latency"},
            {"--rate 5 --latency 10ms --held 1ms", "--held needs --permits"}, {"--from jar:file:/x!/y", "--from takes"},
            {"--rate 5 --latency 1s --experiment mine", "--experiment and --path need"},
            {"--rate 5 --latency 1min --path /a --experiment mine", "cannot be measured: an answer would take 90 s"},
            {"--rate 90000 --latency 1ms --path /a --experiment mine", "more than JMeter can make"}};
        Stream.of(table).forEach(row -> assertThrows(UsageException.class, row[1], () -> advise(row[0])));
    }
}
