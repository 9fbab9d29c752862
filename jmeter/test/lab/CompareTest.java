package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.json.JsonObject;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.report.ResultsFile;
import lab.results.Results;
import lab.results.Run;
import testing.Program;
import testing.Test;

class CompareTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private static CommandLine parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(Compare.TOOL.options(), arguments);
        Compare.check(line);
        return line;
    }

    private static Map<String, String> overrides(String... arguments) throws UsageException {
        return ExperimentFile.overrides(parse(arguments));
    }

    private static String places(String... arguments) throws UsageException {
        return Compare.places(parse(arguments), Path.of("")).description();
    }

    @Test
    void optionsReplaceValuesOfTheExperimentFile() throws Exception {
        assertEquals(Map.of("users", "20,40", "seconds", "6", "contender.x", "loom | -Dname=value"), overrides(
                "--users", "20,40", "tour", "--seconds=6", "--contender.x", "loom | -Dname=value"));
        assertEquals(Map.of("expect", "a/b throughput > 1\nb/c throughput > 2", "users", "7"), overrides("--expect",
                "a/b throughput > 1", "--users", "5", "--expect=b/c throughput > 2", "--users", "7"),
                "both --expect options apply");
        assertEquals(Map.of(), overrides("tour", "--guess", "--bind", "192.0.2.10"),
                "these options do not replace values");
    }

    @Test
    void theDescriptionNamesOtherMachines() throws Exception {
        assertEquals("service one on this machine, at 192.0.2.10; service two at 192.0.2.11:8087, started separately; "
                + "load made by 192.0.2.21:1099 and 192.0.2.22:4000 and 192.0.2.23:1099, controlled from this "
                + "machine", places("--remote", "192.0.2.21,192.0.2.22:4000", "--remote=192.0.2.23",
                "--service-two", "192.0.2.11:8087", "--bind", "192.0.2.10"));
        assertEquals("all programs on this machine", places());
    }

    @Test
    void wrongArgumentsAreNamed() {
        String[][] table = {
            {"--users takes a number from 1", "tour --users"},
            {"--users takes a number from 1", "tour --users --repeat 1"},
            {"--repeat takes a number from 1 to 100, not: x", "tour --repeat x"},
            {"no such option: --servers", "tour --servers 2"},
            {"--plan takes no value", "tour --plan=yes"},
            {"--guess or --plan", "tour --plan --guess"},
            {"--report stands alone", "--report folder --users 5"},
            {"--report stands alone", "tour --report folder"},
            {"--find searches a load", "tour --find p99<=1s --check"},
            {"--find searches a load", "tour --find p99<=1s --against folder"},
            {"--against takes the folder of an earlier run, not: nothing", "tour --against="},
            {"--report stands alone", "--report folder --check --users 5"},
            {"--report takes the folder of an earlier run, not: nothing", "--report="},
            {"--remote takes the servers: host:port,host:port, not: nothing", "--remote="},
            {"not: a:0", "--remote=a:0"},
            {"--service-two takes HOST:PORT, not: 192.0.2.11", "--service-two=192.0.2.11"},
            {"takes HOST:PORT", "--service-two=:8087"},
            {"takes HOST:PORT", "--service-two=a:0"},
            {"--bind takes an address of this machine, not: nothing", "--bind="}};
        for (String[] row : table) {
            assertContains(row[0], assertThrows(UsageException.class, () -> places(row[1].split(" "))).getMessage());
        }
    }

    @Test
    void thePlanShowsTheHypothesesAndWhatWouldRefuteThem() throws Exception {
        assertContains("  hypothesis: b / a, throughput at /meetings, 20 users: >= 0.9 and <= 1.1, refuted by > 1.3",
                Outline.predictions(ExperimentFile.parse("e", "users = 20\ncontender.a = pool\ncontender.b = loom\n"
                + "expect = b/a throughput >= 0.9\nexpect = b/a throughput <= 1.1\nrefute = b/a throughput > 1.3",
                        Map.of())));
        String own = "users = 20\ncontender.mine = command: ./mine --port {port}\ncontender.loom = loom\npath = ";
        String assumption = "  mine is not service one. The prediction assumes the same work";
        assertContains(assumption, Outline.predictions(ExperimentFile.parse("e", own + "/meetings", Map.of())));
        assertEquals(false, Outline.predictions(ExperimentFile.parse("e", own + "/own", Map.of()))
                .contains(assumption), "an unknown route has no prediction");
    }

    @Test
    void rewritingAReportExitsAsItsExperimentDid() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1000\ncontender.loom = loom", Map.of());
        Map<Run, ExitCode> ends = Map.of(Doctored.run("loom", LOAD, 1, 950).machine(12, 0, 0).run(), ExitCode.OK,
                Run.failed("loom", LOAD, 1, Prediction.NONE, "died"), ExitCode.FAILED);
        for (var end : ends.entrySet()) {
            assertEquals(end.getValue(), reported(experiment, List.of(end.getKey())),
                    "OK for a doubtful run, FAILED without a measurement: " + end.getKey());
        }
        for (String text : List.of("null", "{}", "[]", "{\"complete\":true}", "{\"experiment\":{},\"complete\":true}",
                "{\"experiment\":null,\"runs\":[null],\"complete\":true}")) {
            String message = assertThrows(IOException.class, () -> reported(text)).getMessage();
            assertEquals(1L, message.lines().count(), text + ": " + message);
        }
    }

    @Test
    void resultsOfAnotherVersionAreRefused() throws Exception {
        for (int version : List.of(1, 1000)) {
            assertContains("results.json has version " + version + ", and this program reads version 2", assertThrows(
                    IOException.class, () -> reported("{\"version\":" + version + ",\"runs\":3}")).getMessage());
        }
    }

    @Test
    void aReportStandsBesideAnEarlierOne() throws Exception {
        try (TemporaryFolder before = new TemporaryFolder(); TemporaryFolder now = new TemporaryFolder()) {
            for (TemporaryFolder folder : List.of(before, now)) {
                Files.writeString(folder.path().resolve(ResultsFile.NAME), JsonObject.text(new Results(expecting(),
                        Doctored.runs("loom", LOAD, 950), Map.of(), List.of(), true, List.of())));
                Compare.reportAgain(parse("--report=" + folder.path()));
            }
            assertContains("{\"version\":2,", Files.readString(before.path().resolve(ResultsFile.NAME)));
            Compare.reportAgain(parse("--report=" + now.path(), "--against=" + before.path()));
            assertContains("The conditions were the same.", Files.readString(now.path().resolve(BeforeAfter.FILE)));
        }
    }

    @Test
    void aCheckFailsIfAHypothesisIsRefutedOrUndecided() throws Exception {
        List<Run> runs = Stream.of(Doctored.runs("pool", LOAD, 188, 190, 192),
                Doctored.runs("loom", LOAD, 940, 950, 960)).flatMap(List::stream).toList();
        Object[][] table = {{ExitCode.OK, "> 4"}, {ExitCode.REFUTED, "< 4"}, {ExitCode.UNDECIDED, "> 5"}};
        for (Object[] row : table) {
            assertEquals(row[0], reported(expecting((String) row[1]), runs, "--check"), "expected " + row[1]);
            assertEquals(ExitCode.OK, reported(expecting((String) row[1]), runs), "nobody asked for a check");
        }
        assertEquals(ExitCode.REFUTED, reported(expecting("> 5", "p50 latency > 1"), runs, "--check"),
                "a refuted hypothesis precedes an undecided one");
        assertEquals(ExitCode.FAILED, reported(expecting("> 4"),
                List.of(Run.failed("loom", LOAD, 1, Prediction.NONE, "died")), "--check"), "nothing was measured");
        assertContains("--check needs a hypothesis",
                assertThrows(UsageException.class, () -> reported(expecting(), runs, "--check")).getMessage());
    }

    private static Experiment expecting(String... bounds) throws UsageException {
        return ExperimentFile.parse("e", "users = 1000\ncontender.pool = pool\ncontender.loom = loom\n"
                + Stream.of(bounds).map(bound -> "expect = loom/pool "
                + (bound.startsWith("p50") ? "" : "throughput ") + bound).collect(Collectors.joining("\n")), Map.of());
    }

    private static ExitCode reported(Experiment experiment, List<Run> runs, String... options) throws Exception {
        return reported(JsonObject.text(new Results(experiment, runs, Map.of(), List.of(), true, List.of())), options);
    }

    private static ExitCode reported(String results, String... options) throws IOException, UsageException {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Files.writeString(folder.path().resolve(ResultsFile.NAME), results);
            return Compare.reportAgain(parse(Stream.concat(Stream.of("--report=" + folder.path()), Stream.of(options))
                    .toArray(String[]::new)));
        }
    }

    private List<String> guesses(String answers) throws Exception {
        Experiment experiment = ExperimentFile.parse("e",
                "path = /rpc\nusers = 20, 100\ncontender.pool-1 = pool --threads 1\ncontender.loom = loom", Map.of());
        shown.reset();
        return new Guessing(new BufferedReader(new StringReader(answers)),
                new PrintStream(shown, true, StandardCharsets.UTF_8)).ask(experiment).stream()
                .map(guess -> guess.contender() + " " + guess.load().users() + " " + guess.throughput()).toList();
    }

    @Test
    void aGuessIsANumberForEachContenderAtEachLoad() throws Exception {
        List<String> expected = List.of("pool-1 20 20.0", "loom 20 1000000.0", "pool-1 100 95.3", "loom 100 1234.5");
        String numbers = "20\n 1000000 \n95.3\n1,234.5\n";
        assertEquals(expected, guesses(numbers));
        assertContains("  pool-1 (pool --threads 1) on /rpc, 20 users: ", shown.toString(StandardCharsets.UTF_8));
        for (String nonsense : List.of("", "many", "-1", "1e3", "95,3", "1000001", "NaN", "20/s")) {
            assertEquals(expected, guesses(nonsense + "\n" + numbers), "compare asks again after <" + nonsense + ">");
            assertContains("95.3, not: " + nonsense, shown.toString(StandardCharsets.UTF_8));
        }
        assertContains("the input ended", assertThrows(UsageException.class, () -> guesses("20\n400\n")).getMessage());
    }

    @Test
    void guessNeedsATerminal() throws Exception {
        try (Program compare = Program.script("run.sh", "compare", "tour", "--guess")) {
            assertEquals(1, compare.exitCode());
            assertContains("compare: --guess asks on a terminal", compare.standardError());
            assertTrue(!compare.output().contains("Little's law"), "the prediction must not precede the guess");
        }
    }
}
