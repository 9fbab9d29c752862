package advise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import common.law.LittlesLaw.Station;
import common.mode.Resource;
import experiment.Contender;
import experiment.Experiment;
import lab.Doctored;
import load.StubService;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;
import text.Numbers;

class AdviceTest extends TemporaryFolder {
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

    private static String advise(String line) throws Exception {
        return Advise.text(parse(line));
    }

    private static String read(String json, String... options) throws Exception {
        try (StubService service = new StubService(json)) {
            return advise("--from http://" + service.address() + "/stats " + String.join(" ", options));
        }
    }

    private static String figures(String json) throws Exception {
        try (StubService service = new StubService(json)) {
            ServiceFigures figures = Advise.figures(parse("--from http://" + service.address() + "/stats"),
                    new ArrayList<>());
            return DoubleStream.of(figures.rate(), figures.users(), figures.latency(), figures.threads(),
                    figures.cores(), figures.cpu(), figures.permits(), figures.held(), figures.pinned())
                    .mapToObj(figure -> Double.isNaN(figure) ? "-" : "" + Math.round(1e6 * figure) / 1e6)
                    .collect(Collectors.joining(" ")).replace(".0 ", " ").replaceAll("\\.0$", "");
        }
    }

    @Test
    void eachSetOfFiguresLeadsToItsTableVerdictAndNotes() throws Exception {
        // options; requests answered today and with virtual threads, and the threads needed
        String[][] table = {
            {"--rate 953 --latency 1.05s --cores 4 --cpu 200us", "190 953 1,100"},
            {"--rate 500 --latency 300ms --permits 40", "133 133 40"},
            {"--rate 10 --latency 1s --threads none", "10 10 22"},
            {"--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms", "100 200 246"},
            {"--rate 500 --latency 300ms --threads 200", "500 500 190"},
            {"--rate 500 --latency 20ms --cores 4 --cpu 10ms", "400 400 19"},
            {"--rate 300 --latency 10ms --cpu 10ms --cores 4", "300 300 4"},
            {"--rate 199 --latency 300ms --threads 400 --permits 10 --held 50ms", "199 199 86"},
            {"--rate 200 --latency 1s --threads 200", "200 200 246"},
            {"--rate 280 --latency 1s --threads 200", "200 280 334"},
            // M/M/1: utilization / (1 - utilization) × latency
            {"--rate 40 --latency 20ms --threads 1 --cores 1 --cpu 9ms", "40 40 6"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "500 20 74"},
            // A pinned request keeps its carrier while it computes, too: 2 carriers / (3 ms + 3 ms) = 333/s.
            {"--rate 556 --latency 100ms --threads 200 --cores 2 --cpu 3ms --pinned 3ms", "556 333 81"},
            {"--rate 300 --latency 1s --threads none --permits 10 --held 1s", "10 10 10"},
            {"--rate 19 --latency 1s --threads 20 --cores 4", "19 19 34"},
            {"--rate 1 --latency 12s --threads 13", "1 1 25"},
            {"--rate 950 --latency 1s --threads none --permits 1000 --held 1s --cpu 1ms --cores 1", "950 950 1,047"},
            {"--rate 949 --latency 1s --threads none --permits 1000 --held 1s --cpu 1ms --cores 2", "949 949 1,000"}};
        for (String[] row : table) {
            Advice advice = new Advice(Advise.figures(parse(row[0]), new ArrayList<>()));
            assertEquals(row[1], DoubleStream.of(advice.answeredToday(), advice.answeredByVirtual(),
                    advice.threadsNeeded()).mapToObj(Numbers::text).collect(Collectors.joining(" ")), row[0]);
            String cores = row[0].contains("--cores") ? "" : " --cores 2";
            Words.assertSame("advise", "advise " + row[0], advise(row[0] + cores));
        }
        String[][] shownBy = {{"--rate 60 --latency 1s --permits 10 --held 333ms", "lost-limit"},
            {"--rate 20 --latency 1s --permits 10 --held 333ms", "database-permits"},
            {"--rate 20 --latency 1s --cpu 1ms", "hogs"}, {"--rate 20 --latency 1s --pinned 10ms", "pinned"},
            {"--rate 20 --latency 1s", "pool-sweep"}};
        for (String[] row : shownBy) {
            for (int cores = 1; cores <= 2; cores++) {
                String named = "./run.sh compare " + (cores == 1 ? "one-core" : row[1]) + "\n";
                assertTrue(advise(row[0] + " --cores " + cores).endsWith(named), row[0] + ": " + named);
            }
        }
        assertEquals(List.of(1_321L, 500L), Stream.of(new Station(Resource.THREADS, 10, 1),
                new Station(Resource.THREADS, 1, 1 / 18.8))
                .map(each -> Math.round(1e3 * RandomArrivals.meanWait(9.4, each) * (each.many() == 1 ? 9.4 : 1)))
                .toList(), "M/M/10 of Erlang's tables, and M/M/1 at a half");
    }

    @Test
    void aTimeHasAUnitAndIsFromAMicrosecondToAnHour() {
        Map<String, Double> times = Map.of("1us", 1e-6, "150µs", 150e-6, "300ms", 0.3, "0.3s", 0.3, "2min", 120.0,
                "60min", 3600.0, "5 s", 5.0);
        times.forEach((text, seconds) -> assertTrue(Math.abs(Quantity.seconds(text) - seconds) < 1e-12, text));
        for (String text : List.of("0.9us", "61min", "3600.1s", "5", "s", "1h", "-1s", "")) {
            assertEquals(Double.NaN, Quantity.seconds(text), text);
        }
        assertEquals(List.of("10 s", "9,999 ms", "1 ms", "999 µs"), DoubleStream.of(10, 9.999, 0.001, 0.000999)
                .mapToObj(Quantity::time).toList());
        assertEquals(List.of("1 user", "2 users", "1.50 users"), DoubleStream.of(1, 2, 1.5)
                .mapToObj(each -> Quantity.count(each, "users")).toList());
    }

    @Test
    void aRunningServiceRevealsItsFigures() throws Exception {
        // rate, users, latency, threads, cores, CPU time, permits, held, pinned
        String[][] table = {{POOL, "285.714286 300 1.05 200 2 0.001 0 - -"},
            {LOOM, "285.714286 300 1.05 0 2 0.001 0 - -"},
            {POOL.replace("\"authorizePermits\": null", "\"authorizePermits\": 10"),
                "285.714286 300 1.05 200 2 0.001 10 0.333 -"},
            {POOL.replace("\"authorizePermits\": null", "\"authorizePermits\": 1").replace("333", "3330"),
                "285.714286 300 1.05 200 2 0.001 1 1.05 -"},
            {POOL.replace("\"authorizePermits\": null", "\"authorizePermits\": 0"),
                "285.714286 300 1.05 200 2 0.001 0 - -"},
            {POOL.replace("286}", "20, \"bound\": \"carriers\"}"), "285.714286 300 1.05 200 2 0.001 0 - 0.1"},
            {POOL.replace("286}", "1, \"bound\": \"carriers\"}"), "285.714286 300 1.05 200 2 0.001 0 - 1.05"},
            {POOL.replace("286}", "0, \"bound\": \"carriers\"}"), "285.714286 300 1.05 200 2 0.001 0 - -"},
            {POOL.replace("190.7, \"bound\": \"threads\"", "40, \"bound\": \"carriers\""),
                "285.714286 300 1.05 200 2 0.001 0 - 0.05"},
            // If the wait is unknown, the measured service time replaces it.
            {POOL.replace("1.049", "null").replace("1050", "2000"), "150 300 2 200 2 0.001 0 - -"},
            {POOL.replace("\"cpuMicrosPerRequest\": 1000", "\"cpuMicrosPerRequest\": 0"),
                "285.714286 300 1.05 200 2 - 0 - -"},
            {POOL.replace("1.049", "0").replace("\"serviceMillis\": 1050", "\"serviceMillis\": 9"),
                "300000 300 0.001 200 2 0.001 0 - -"},
            // 2 requests in flight and 274 queued for a carrier; the mean load does not count these
            {LOOM.replace("1.049", "0").replace("1000}", "9620, \"virtualThreadsQueued\": 274}")
                .replace("\"queued\": 100", "\"queued\": 0").replace("\"load\": 300", "\"load\": 1.9")
                .replace("\"inFlight\": 200", "\"inFlight\": 2"), "28690.22869 276 0.00962 0 2 0.00962 0 - -"},
            {LOOM.replace("1000}", "1000, \"virtualThreadsQueued\": 274}"), "285.714286 300 1.05 0 2 0.001 0 - -"},
            {LOOM.replace("\"connections\": 300", "\"connections\": 500").replace("1000}",
                "1000, \"virtualThreadsQueued\": 105}"), "385.714286 405 1.05 0 2 0.001 0 - -"},
            {POOL.replace("\"load\": 300", "\"load\": null"), "285.714286 300 1.05 200 2 0.001 0 - -"},
            {POOL.replace("\"queued\": 100", "\"queued\": 0").replace("\"inFlight\": 200", "\"inFlight\": 0"),
                "285.714286 300 1.05 200 2 0.001 0 - -"},
            {POOL.replace("\"limit\": 200", "\"limit\": 1"), "285.714286 300 1.05 1 2 0.001 0 - -"}};
        for (String[] row : table) {
            assertEquals(row[1], figures(row[0]), row[0]);
        }
        Words.assertSame("advise", "advise --from: a pool", read(POOL));
        Words.assertSame("advise", "advise --from: virtual threads", read(LOOM));
        // With too few permits, most of the measured time is queueing.
        Words.assertSame("advise", "advise --from: permits", read(POOL.replace("\"authorizePermits\": null",
                "\"authorizePermits\": 10").replace("190.5", "29.9").replace("1050", "5524.917")));
        Words.assertSame("advise", "advise --from, with options", read(POOL, "--rate 20 --threads none --permits 10"));
        Words.assertSame("advise", "advise --from: few users of a pool", read(POOL.replace("300", "30")
                .replace("\"queued\": 100", "\"queued\": 0").replace("\"inFlight\": 200", "\"inFlight\": 30")));
    }

    @Test
    void aServiceThatTellsTooLittleIsRefused() throws Exception {
        String[][] refused = {{"idle", POOL.replace("190.5", "0").replace("1050", "null")},
            {"no service time", POOL.replace("\"serviceMillis\": 1050", "\"serviceMillis\": 0")},
            {"no queue", POOL.replace("\"queued\": 100", "\"queued\": null")},
            {"nobody is connected", POOL.replace("\"connections\": 300", "\"connections\": 0")},
            {"no threads", POOL.replace("\"limit\": 200", "\"limit\": 0")},
            {"no word of what limits it", POOL.replace("\"boundedByThreads\": true, ", "")},
            {"no cores", POOL.replace("\"cores\": 2", "\"cores\": 0")},
            {"no state", POOL.replace("\"now\"", "\"then\"")}};
        StringBuilder text = new StringBuilder();
        for (String[] row : refused) {
            text.append(row[0]).append(" -> ").append(assertThrows(IOException.class, () -> read(row[1])).getMessage()
                    .replaceAll("127.0.0.1:\\d+", "‹service›")).append('\n');
        }
        for (String other : List.of("{}", "null")) {
            assertThrows(IOException.class, "http://127.0.0.1:", () -> read(other));
        }
        Words.assertSame("advise", "advise --from: refused", text.toString());
    }

    private String experiment(String options) throws Exception {
        Path file = folder.resolve("mine");
        Files.deleteIfExists(file);
        advise(options + " --path /orders --experiment " + file);
        return Files.readString(file);
    }

    @Test
    void anExperimentAsksForTheUsersOwnPathAndOverwritesNothing() throws Exception {
        String line = "--rate 953 --latency 1.05s --threads 200 --cpu 50ms --cores 64 --method post";
        String written = experiment(line);
        assertEquals("path = /orders; method = POST; waits = 1000ms; users = 1001; seconds = 10; drain = 10; "
                + "expect = virtual/pool-200 throughput >= 4.50; refute = virtual/pool-200 throughput < 3.50; ",
                written.replaceAll("(?m)^(#|contender).*\n", "").replace("\n", "; "));
        assertEquals(List.of("pool-200", "pool-1100", "virtual"), Experiment.parse("mine", written, Map.of())
                .contenders().stream().map(Contender::name).toList());
        Path file = folder.resolve("mine");
        String again = line + " --path /orders --experiment " + file;
        String exists = assertThrows(UsageException.class, () -> advise(again)).getMessage();
        assertEquals(written, Files.readString(file), "the file is unchanged");
        Files.delete(file);
        String text = advise(again);
        Words.assertSame("advise", "advise --experiment", (exists + "\n" + text + "\n" + written)
                .replace(folder.toString(), "‹folder›"));
        Path bare = Path.of("advise-test-experiment");
        try {
            assertTrue(advise(line + " --path /a --experiment " + bare).endsWith("./run.sh compare ./" + bare + "\n"),
                    "compare looks for a bare name among the shipped experiments first");
        } finally {
            Files.delete(bare);
        }
    }

    @Test
    void anExperimentsLoadAndHypothesisFollowFromTheFigures() throws Exception {
        // options; load, duration, contenders, hypothesis
        String[][] table = {
            {"--rate 20 --latency 1s --threads 200", "waits = 1000ms; rate = 20; seconds = 10; drain = 10; pool-200; "
                + "virtual; expect = virtual/pool-200 throughput <= 1.3"},
            {"--rate 20 --latency 5s --threads none", "waits = 5000ms; rate = 20; seconds = 15; drain = 15; pool-133; "
                + "virtual"},
            {"--rate 0.5 --latency 1s --threads 5", "waits = 1000ms; users = 1; seconds = 10; drain = 10; pool-5; "
                + "virtual; expect = virtual/pool-5 throughput <= 1.3"},
            {"--rate 500 --latency 1.0005ms --cpu 1ms --cores 4 --threads 8", "rate = 500; seconds = 10; drain = 10; "
                + "pool-8; virtual; expect = virtual/pool-8 throughput <= 1.3"},
            {"--rate 500 --latency 2ms --cpu 1ms --cores 4 --threads 9", "waits = 1ms; rate = 500; seconds = 10; "
                + "drain = 10; pool-9; virtual; expect = virtual/pool-9 throughput <= 1.3"},
            {"--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms", "waits = 100ms; users = 50; seconds = "
                + "10; drain = 10; pool-50; pool-74; virtual; expect = pool-50/virtual throughput >= 22.5; refute = "
                + "pool-50/virtual throughput < 17.5"},
            {"--rate 130 --latency 1s --threads 100", "waits = 1000ms; users = 130; seconds = 10; drain = 10; "
                + "pool-100; pool-167; virtual; expect = virtual/pool-100 throughput >= 1.17; refute = "
                + "virtual/pool-100 throughput < 0.91"}};
        for (String[] row : table) {
            assertEquals(row[1], experiment(row[0]).lines().filter(each -> !each.startsWith("#")
                    && !each.startsWith("path")).map(each -> each.replaceFirst("contender.(\\S+) =.*", "$1"))
                    .collect(Collectors.joining("; ")), row[0]);
        }
    }

    @Test
    void nonsenseGetsAClearMessage() throws Exception {
        for (String option : List.of("--rate 0", "--rate 0.009", "--rate 1000001", "--latency 1", "--threads 0",
                "--threads 1000000", "--cores 0", "--cores 1000001", "--from jar:file:/x!/y", "--method 1")) {
            assertThrows(UsageException.class, option.split(" ")[0], () -> parse(option));
        }
        for (String option : List.of("--rate 0.01", "--rate 1000000", "--threads 1", "--threads 999999", "--cores 1",
                "--cores 1000000", "--threads none", "--from http://[::1]:8083/stats")) {
            parse(option);
        }
        String mine = " --path /a --experiment " + folder.resolve("no");
        StringBuilder text = new StringBuilder();
        for (String line : List.of("--rate 5", "--latency 1s", "--rate 5 --latency 10ms --cpu 101ms",
                "--rate 5 --latency 10ms --pinned 1s", "--rate 5 --latency 10ms --held 11ms --permits 1",
                "--rate 5 --latency 10ms --held 1ms", "--rate 5 --latency 1s --experiment mine",
                "--rate 5 --latency 1s --path /a", "--rate 5 --latency 1s --path /a --method GET",
                "--rate 5 --latency 1s --method GET", "--rate 5 --latency 1min" + mine,
                "--rate 20 --latency 21s --threads none" + mine, "--rate 90000 --latency 1ms" + mine,
                "--rate 10001 --latency 1s --threads none" + mine, "--rate 20001 --latency 1ms" + mine,
                "--from http://127.0.0.1:1/stats word")) {
            String message = assertThrows(UsageException.class, () -> advise(line)).getMessage();
            text.append(line.replace(folder.toString(), "‹folder›")).append(" -> ")
                    .append(line.endsWith("word") ? "‹no word›" : message).append('\n');
        }
        for (String line : List.of("--rate 5 --latency 10ms --cpu 100ms", "--rate 5 --latency 10ms --pinned 10ms",
                "--rate 5 --latency 10ms --held 10ms --permits 1", "--rate 10 --latency 20s --threads none" + mine,
                "--rate 10000 --latency 1s --threads none" + mine.replace("no", "n2"),
                "--rate 20000 --latency 1ms" + mine.replace("no", "n3"))) {
            advise(line);
        }
        Words.assertSame("advise", "advise: refused", text.toString());
    }

    @Test
    void itsHelpNamesEachOption() throws Exception {
        String help = Advise.TOOL.usage();
        Advise.OPTIONS.forEach(option -> assertTrue(help.contains("  " + option.name()), option.name()));
        Words.assertSame("advise", "advise --help", Doctored.ownHelp(help));
        Words.assertSame("advise", "advise: what its options take", Advise.OPTIONS.stream()
                .filter(option -> !Set.of("--cores", "--permits").contains(option.name()))      // words of all commands
                .map(option -> option.name() + " -> " + option.takes()).collect(Collectors.joining("\n")));
    }
}
