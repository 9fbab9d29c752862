package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.json.JsonObject;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.report.ResultsFile;
import lab.results.Results;
import lab.results.Run;
import testing.TemporaryFolder;
import testing.Test;

class CompareTest extends TemporaryFolder {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String LOOM = "users = 1000\ncontender.loom = loom\n";
    private static final List<Run> RUNS = Stream.of(Doctored.runs("pool", LOAD, 188, 190, 192),
            Doctored.runs("loom", LOAD, 940, 950, 960)).flatMap(List::stream).toList();

    private static CommandLine parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(Compare.TOOL.options(), arguments);
        Compare.check(line);
        return line;
    }

    private static String places(String... arguments) throws UsageException {
        return Compare.places(parse(arguments), Path.of("")).description();
    }

    @Test
    void optionsReplaceValuesOfTheExperimentFileAndNameOtherMachines() throws Exception {
        assertEquals(Map.of("users", "7", "seconds", "6", "contender.x", "loom | -Dname=value", "expect",
                "a/b throughput > 1\nb/c throughput > 2"), ExperimentFile.overrides(parse("--users", "20,40", "tour",
                "--seconds=6", "--contender.x", "loom | -Dname=value", "--expect", "a/b throughput > 1", "--users",
                "7", "--expect=b/c throughput > 2", "--guess", "--bind", "192.0.2.10")), "both --expect apply");
        assertEquals("service one on this machine, at 192.0.2.10; service two at 192.0.2.11:8087, started separately; "
                + "load made by 192.0.2.21:1099 and 192.0.2.22:4000 and 192.0.2.23:1099, controlled from this "
                + "machine", places("--remote", "192.0.2.21,192.0.2.22:4000", "--remote=192.0.2.23",
                "--service-two", "192.0.2.11:8087", "--bind", "192.0.2.10"));
    }

    @Test
    void wrongArgumentsAreNamed() {
        String[][] table = {
            {"--users takes a number from 1", "tour --users --repeat 1"}, {"--bind takes an address", "--bind="},
            {"--users takes a number from 1 to 1000000, or several, separated by commas, not: 5,0", "--users 5,0"},
            {"no such option: --servers", "tour --servers 2"}, {"--plan takes no value", "tour --plan=yes"},
            {"--guess or --plan", "tour --plan --guess"}, {"--report stands alone", "--report folder --users 5"},
            {"--report stands alone", "tour --report folder"}, {"--find searches", "tour --find p99<=1s --check"},
            {"--find searches a load", "tour --find p99<=1s --against folder"},
            {"--against takes the folder", "tour --against="}, {"--report takes the folder", "--report="},
            {"--remote takes the servers: host:port,host:port, not: nothing", "--remote="}, {": a:0", "--remote=a:0"},
            {"--service-two takes HOST:PORT, not: 192.0.2.11", "--service-two=192.0.2.11"}};
        Stream.of(table).forEach(row -> assertThrows(UsageException.class, row[0], () -> places(row[1].split(" "))));
    }

    @Test
    void modesAnswerOnlyGet() throws Exception {
        String post = "users = 20\nmethod = POST\ncontender.mine = command: ./mine {port}\n";
        Compare.checkMethod(Doctored.experiment(post));
        assertThrows(UsageException.class, "--only NAME",
                () -> Compare.checkMethod(Doctored.experiment(post + "contender.loom = loom")));
    }

    private static Results results(List<Run> runs, String... bounds) throws UsageException {
        return new Results(Doctored.experiment(LOOM + "contender.pool = pool\n" + Stream.of(bounds)
                .map(bound -> "expect = loom/pool " + bound).collect(Collectors.joining("\n"))), runs, Map.of(),
                List.of(), true, List.of());
    }

    private static String json(Results results) {
        return "{\"version\":1," + JsonObject.text(results).substring(1);
    }

    private ExitCode reported(String results, String... options) throws IOException, UsageException {
        write("now/" + ResultsFile.NAME, results);
        return Compare.reportAgain(parse(Stream.concat(Stream.of("--report=" + folder.resolve("now")),
                Stream.of(options)).toArray(String[]::new)));
    }

    @Test
    void aReportEndsAsItsRunsAndHypothesesSay() throws Exception {
        List<Run> died = List.of(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        Object[][] table = {
            {ExitCode.OK, results(RUNS, "throughput > 4"), "--check"}, {ExitCode.OK, results(RUNS, "throughput < 4")},
            {ExitCode.REFUTED, results(RUNS, "throughput < 4"), "--check"},
            {ExitCode.UNDECIDED, results(RUNS, "throughput > 5"), "--check"},
            {ExitCode.REFUTED, results(RUNS, "throughput > 5", "p50 latency > 1"), "--check"},
            {ExitCode.FAILED, results(died, "throughput > 4"), "--check"}, {ExitCode.FAILED, results(died)}};
        for (Object[] row : table) {
            String[] options = Stream.of(row).skip(2).toArray(String[]::new);
            assertEquals(row[0], reported(json((Results) row[1]), options), row[1] + "");
        }
        String json = json(results(RUNS));
        assertThrows(UsageException.class, "--check needs a hypothesis", () -> reported(json, "--check"));
        write("before/" + ResultsFile.NAME, json);
        reported(json, "--against=" + folder.resolve("before"));
        assertContains("The conditions were the same.", Files.readString(folder.resolve("now/" + BeforeAfter.FILE)));
    }

    @Test
    void whatIsNoResultOrOfAnotherVersionIsRefusedInOneLine() {
        for (String text : List.of("[]", "{\"version\":1}", "{\"version\":1,\"experiment\":{}}",
                "{\"version\":1,\"experiment\":null,\"runs\":[null],\"complete\":true}")) {
            String message = assertThrows(IOException.class, () -> reported(text)).getMessage();
            assertEquals(1L, message.lines().count(), text + ": " + message);
        }
        for (String other : List.of("{}", "{\"version\":2,\"runs\":3}")) {
            assertThrows(IOException.class, "results.json is not of version 1", () -> reported(other));
        }
    }

    /** Runs of blanks become one. */
    private static String beside(Analysis before, Analysis now) {
        return new BeforeAfter(before, now).text().replaceAll(" +", " ");
    }

    @Test
    void figuresStandBesideThoseOfAnEarlierDayAndWhatDiffersIsNamed() throws Exception {
        Map<String, String> environment = Map.of("begun", "\u001b[2Ja", "machine", "2 cores", "JDK", "25");
        Analysis before = Doctored.analysis(LOOM + "contender.pool = pool", Stream.concat(RUNS.stream().limit(3),
                Doctored.runs("loom", LOAD, run -> run.cpu(2), 940, 950, 960).stream()).toList(), environment);
        List<Run> runs = new ArrayList<>(Doctored.runs("pool", LOAD, run -> run.failed(900), 188, 190, 192));
        runs.addAll(Doctored.runs("loom", LOAD, run -> run.cpu(1), 940, 950, 960));
        runs.addAll(Doctored.runs("async", LOAD, 950, 950, 950));
        String text = beside(before, Doctored.analysis("users = 1000\ncontender.pool = pool\ncontender.loom = loom | "
                + "-Xmx64m\ncontender.async = async\nseconds = 30", runs, Map.of("begun", "b", "machine", "4 cores",
                "JDK", "25")));
        assertHas(text, "Before (\ufffd[2Ja) and now",
                "loom /meetings, 1,000 users throughput, requests/s 950 (940–960) 950 (940–960) 1.00× (0.96–1.05) ≈\n",
                "\nloom /meetings, 1,000 users CPU time per request, µs 200 (198–202) 94.7 (",
                "\npool /meetings, 1,000 users throughput, requests/s 190 (188–192) 190 (188–192) invalid n/a\n",
                "\nwhat differs before now\nmachine 2 cores 4 cores\ncontender loom loom loom | -Xmx64m\n"
                + "measured window 10 s 30 s\ncontender async none async\n");
        assertContains("Nothing was measured under the same load before.",
                beside(Doctored.analysis("users = 20\ncontender.loom = loom", List.of(), environment), before));
    }

    private void store(String name, String machine, boolean complete, double... seconds) throws Exception {
        List<Run> runs = new ArrayList<>(Doctored.runs("again", LOAD, 950, 950, 950));
        runs.addAll(Doctored.runs("async", LOAD, run -> run.cpu(1), 950, 950, 950));
        for (int i = 0; i < seconds.length; i++) {
            runs.add(Doctored.run("loom", LOAD, i + 1, 950).cpu(seconds[i]).run());
        }
        write(name + "/" + ResultsFile.NAME, json(new Results(Doctored.experiment(LOOM + "contender.again = loom\n"
                + "contender.async = async"), runs, Map.of("machine", machine, "begun", "today"), List.of(), complete,
                List.of())));
    }

    private String noise() throws Exception {
        return NoiseFloor.note(folder, Map.of("machine", "this", "begun", "now")).orElse("none");
    }

    @Test
    void theLastControlOnSuchAMachineTellsTheNoiseFloor() throws Exception {
        assertEquals("none", noise(), "no control was run");
        store("control-1", "this", true, 1, 2, 3);
        store("control-2", "this", true, 2, 2, 2);
        store("control-3", "this", false, 1, 2, 3);
        store("control-4", "another", true, 1, 2, 3);
        write("control-5/" + ResultsFile.NAME, "{");
        assertEquals("Noise floor of this machine (control, today): 3 repetitions show differences of at least "
                + "1 % in throughput, 1 % in p50 latency, 1 % in p99 latency, 1 % in CPU time per request, "
                + "1 % in resident memory.", noise());
        store("control-6", "this", true, 2, 2.2, 2.1);
        assertTrue(noise().matches(".*, 1[0-9] % in CPU time per request,.*"), noise());
    }

    private static List<String> guesses(String answers, OutputStream shown) throws Exception {
        return new Guessing(new BufferedReader(new StringReader(answers)), new PrintStream(shown, true,
                StandardCharsets.UTF_8)).ask(Doctored.experiment("path = /rpc\nusers = 20, 100\n"
                + "contender.pool-1 = pool --threads 1\ncontender.loom = loom")).stream()
                .map(guess -> guess.contender() + " " + guess.load().users() + " " + guess.throughput()).toList();
    }

    @Test
    void aGuessIsANumberForEachContenderAtEachLoad() throws Exception {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        List<String> nonsense = List.of("", "many", "-1", "1e3", "95,3", "1000001", "NaN", "20/s");
        assertEquals(List.of("pool-1 20 20.0", "loom 20 1000000.0", "pool-1 100 95.3", "loom 100 1234.5"),
                guesses(String.join("\n", nonsense) + "\n20\n 1000000 \n95.3\n1,234.5\n", shown));
        String text = shown.toString(StandardCharsets.UTF_8);
        assertContains("  pool-1 (pool --threads 1) on /rpc, 20 users: ", text);
        nonsense.forEach(each -> assertContains("95.3, not: " + each + "\n", text));
        assertThrows(UsageException.class, "the input ended", () -> guesses("20\n400\n", shown));
    }
}
