package lab;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.UsageException;
import experiment.Experiment;
import experiment.ExperimentFile;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Results;
import experiment.ResultsFile;
import experiment.Run;
import lab.judge.Analysis;
import lab.run.Places;
import load.PlanXml;
import process.Executables;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

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

    private static Places places(String... arguments) throws UsageException {
        return Compare.places(parse(arguments), Path.of(""));
    }

    @Test
    void optionsReplaceValuesOfTheExperimentFileAndNameOtherMachines() throws Exception {
        assertEquals(Map.of("users", "20,40\n7", "seconds", "6", "contender.x", "loom | -Dname=value", "expect",
                "a/b throughput > 1\nb/c throughput > 2"), Experiment.overrides(parse("--users", "20,40", "tour",
                "--seconds=6", "--contender.x", "loom | -Dname=value", "--expect", "a/b throughput > 1", "--users",
                "7", "--expect=b/c throughput > 2", "--bind", "192.0.2.10")), "both --expect apply");
        Places elsewhere = places("--remote", "192.0.2.21,192.0.2.22:4000", "--remote=192.0.2.23", "--service-two",
                "192.0.2.11:8087", "--bind", "192.0.2.10");
        assertEquals(List.of("192.0.2.10", "192.0.2.11:8087"), List.of(elsewhere.bind(),
                elsewhere.serviceTwo().orElseThrow().toString()));
        assertEquals("[192.0.2.21:1099, 192.0.2.22:4000, 192.0.2.23:1099]",
                elsewhere.generators().addresses().toString());
        assertEquals(3, elsewhere.generators().machines());
        Words.assertSame("running", "which program runs where", places().description() + "\n"
                + places("--service-two", "127.0.0.1:1").description() + "\n" + elsewhere.description());
    }

    /** A message of the command line itself names the option. */
    @Test
    void wrongArgumentsAreNamed() {
        String[][] table = {{"--users", "tour --users --repeat 1"}, {"--bind", "--bind="},
            {"--users", "--users 5,0"}, {"--servers", "tour --servers 2"}, {"--plan", "tour --plan=yes"},
            {"--against", "tour --against="}, {"--report", "--report="}, {"--remote", "--remote="},
            {"a:0", "--remote=a:0"}, {"--service-two", "--service-two=192.0.2.11"},
            {"--service-two", "--service-two=192.0.2.11:0"}};
        Stream.of(table).forEach(row -> assertThrows(UsageException.class, row[0], () -> places(row[1].split(" "))));
    }

    private static String refused(String arguments) {
        return arguments + " -> " + assertThrows(UsageException.class, () -> parse(arguments.split(" "))).getMessage()
                + "\n";
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() throws Exception {
        String text = Stream.of("tour --guess", "--report folder --users 5", "tour --report folder",
                "tour --find p99<=1s --check", "tour --find p99<=1s --against folder")
                .map(CompareTest::refused).collect(Collectors.joining());
        for (String allowed : List.of("--report f --check --against g", "tour --plan", "tour --find p99<=1s --plan")) {
            parse(allowed.split(" "));
        }
        String post = "users = 20\nmethod = POST\ncontender.mine = command: ./mine {port}\n";
        Compare.checkMethod(Doctored.experiment(post));
        String modes = assertThrows(UsageException.class,
                () -> Compare.checkMethod(Doctored.experiment(post + "contender.loom = loom"))).getMessage();
        Words.assertSame("running", "compare: options that contradict each other", text + "POST -> " + modes);
    }

    private static String planProblem(String lines) {
        return assertThrows(UsageException.class, () -> Compare.checkPlan(Experiment.parse("waiting",
                "users = 20\ncontender.loom = loom\n" + lines, Map.of()))).getMessage();
    }

    @Test
    void anOwnPlanMustReadTheSizeOfTheLoadAndWhereItGoes() throws Exception {
        Path none = write("none.jmx", "${__P(host,)}");
        String unreadable = assertThrows(IOException.class, () -> PlanXml.read(none)).getMessage();
        List<String> messages = new ArrayList<>();
        messages.add(planProblem("jmeter-plan = " + none).replace(unreadable, "‹why›"));
        String[][] table = {{"", "host port seconds"}, {"", "port seconds users"}, {"rate = 5",
                "host port seconds users"},
            {"beside-path = /rpc\nbeside-users = 1", "host port seconds users"}};
        for (String[] row : table) {
            String plan = write("my.jmx", "<jmeterTestPlan a='" + row[1].replaceAll("\\w+", "\\${__P($0,)}")
                    + "'></jmeterTestPlan>").toString();
            messages.add("a plan that reads " + row[1] + " -> " + planProblem(row[0] + "\njmeter-plan = " + plan));
        }
        Words.assertSame("experiment-file", "own plans", String.join("\n", messages).replace(folder + "", "‹folder›"));
    }

    @Test
    void itsHelpNamesEachOption() throws Exception {
        String help = Compare.TOOL.usage();
        Compare.TOOL.options().stream().filter(option -> !option.meaning().isEmpty())
                .forEach(option -> assertTrue(help.contains("  " + option.name()), option.name()));
        Words.assertSame("running", "compare --help", Doctored.ownHelp(help));
    }

    private ExitCode run(Printed out, String... arguments) throws Exception {
        return new Compare(null, out).run(parse(arguments));
    }

    /** Without the note about variables that a developer may have set. */
    private String planned(String... arguments) throws Exception {
        Printed out = new Printed();
        assertEquals(ExitCode.OK, run(out, arguments));
        String variables = Executables.jvmVariables(System.getenv());
        return out.toString().lines().filter(line -> variables.isEmpty() || !line.startsWith(variables))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void aPlanSaysWhatItWouldMeasureAndPredicts() throws Exception {
        String contenders = "contender.pool = pool\ncontender.loom = loom\n";
        Path all = write("all", """
                # All kinds of loads
                users = 1, 1000
                rate = 4000
                burst = 7
                path = /meetings, /computational, /elsewhere
                repeat = 2
                seconds = 12
                """ + "contender.pool = pool\ncontender.mine = command: ./mine {port}");
        Path claims = write("claims", """
                # Claims
                users = 1000
                repeat = 1
                beside-path = /rpc
                beside-rate = 5
                expect = loom/pool throughput >= 4.5; loom/pool throughput <= 6
                expect = pool p99 latency > 1000
                refute = loom/pool throughput < 3; loom/pool throughput > 9
                """ + contenders);
        Path faults = write("faults", """
                # Failures
                users = 100
                error-percent = 10
                """ + contenders);
        Path expected = write("expected", """
                # Failures of unknown number
                users = 1
                repeat = 1
                failures = expected
                contender.loom = loom
                """);
        for (Path each : List.of(all, claims, faults, expected)) {
            String plan = withoutLimits(planned(each.toString(), "--plan"));
            Words.assertSame("running", "compare --plan " + each.getFileName(),
                    plan.replaceAll("no prediction \\(.*\\)", "no prediction (‹obstacle›)"));
        }
        for (String rate : List.of("--users=100,3000", "--users=100", "--rate=5")) {
            String search = planned(claims.toString(), "--expect=", "--refute=", rate.startsWith("--rate") ? "--users="
                    : "--rate=", rate, "--find=p99 <= 1.5 s", "--plan");
            boolean dependsOnTheMachine = rate.equals("--users=100");
            Words.assertSame("running", "compare --find --plan " + rate, dependsOnTheMachine
                    ? search.replaceAll("\\d[\\d,.]*", "‹n›") : search);
        }
        assertThrows(UsageException.class, "--check", () -> run(new Printed(), faults.toString(), "--check"));
        run(new Printed(), claims.toString(), "--check", "--plan");
    }

    /** What limits a contender, is said in the words of its mode. */
    private static String withoutLimits(String plan) {
        String without = plan;
        for (Limit limit : Limit.values()) {
            without = without.replace(" " + limit.words() + ",", " ‹limit›,");
        }
        return without;
    }

    @Test
    void theListNamesEachExperimentWithItsTitleAndDuration() throws Exception {
        write("long", "# A longer one\nusers = 20, 1000\ncontender.a = loom\nseconds = 60");
        write("short", "# A short one\nusers = 20\ncontender.a = loom\nseconds = 5\nrepeat = 1");
        write("a-plan.jmx", "<jmeterTestPlan/>");
        Words.assertSame("running", "compare --list", Outline.list(folder));
        Printed shipped = new Printed();
        assertEquals(ExitCode.OK, run(shipped, "--list"));
        Path experiments = Path.of(System.getProperty("repository")).resolve("jmeter/experiments");
        assertEquals(2L * ExperimentFile.names(experiments).size(), shipped.toString().lines().count());
    }

    private static Results results(List<Run> runs, String... bounds) throws UsageException {
        return new Results(Doctored.experiment(LOOM + "contender.pool = pool\n" + Stream.of(bounds)
                .map(bound -> "expect = loom/pool " + bound).collect(Collectors.joining("\n"))), runs, Map.of(),
                List.of(), true);
    }

    private static String json(Results results) {
        return ResultsFile.text(results, Map.of());
    }

    private ExitCode reported(String results, String... options) throws Exception {
        return reported(new Printed(), results, options);
    }

    private ExitCode reported(Printed out, String results, String... options) throws Exception {
        write("now/" + ResultsFile.NAME, results);
        return run(out, Stream.concat(Stream.of("--report=" + folder.resolve("now")), Stream.of(options))
                .toArray(String[]::new));
    }

    @Test
    void aReportEndsAsItsRunsAndHypothesesSay() throws Exception {
        List<Run> died = List.of(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"));
        Object[][] table = {
            {ExitCode.OK, results(RUNS, "throughput > 4"), true}, {ExitCode.OK, results(RUNS, "throughput < 4"), false},
            {ExitCode.REFUTED, results(RUNS, "throughput < 4"), true},
            {ExitCode.UNDECIDED, results(RUNS, "throughput > 5"), true},
            {ExitCode.REFUTED, results(RUNS, "throughput > 5", "p50 latency > 1"), true},
            {ExitCode.FAILED, results(died, "throughput > 4"), true}, {ExitCode.FAILED, results(died), false}};
        for (Object[] row : table) {
            Results results = (Results) row[1];
            assertEquals(row[0], Compare.exitCode(Analysis.of(results), (boolean) row[2]), results.experiment() + "");
        }
        assertEquals(ExitCode.REFUTED, reported(json(results(RUNS, "throughput < 4")), "--check"));
        String json = json(results(RUNS));
        assertThrows(UsageException.class, "--check", () -> reported(json, "--check"));
        write("before/" + ResultsFile.NAME, json);
        Printed both = new Printed();
        reported(both, json, "--against=" + folder.resolve("before"));
        String compared = Files.readString(folder.resolve("now/" + BeforeAfter.FILE));
        assertTrue(both.toString().endsWith("\n" + compared), "what is written is also shown");
        assertTrue(Files.exists(folder.resolve("now/index.html")), "the report");
        Printed nothing = new Printed();
        assertEquals(ExitCode.FAILED, reported(nothing, json(results(List.of()))));
        Words.assertSame("running", "compare --check without a hypothesis, and a report without runs",
                assertThrows(UsageException.class, () -> reported(json, "--check")).getMessage() + "\n" + nothing);
    }

    @Test
    void whatIsNoResultOrOfAnotherVersionIsRefusedInOneLine() throws Exception {
        for (String text : List.of("[]", "{\"version\":2}", "{\"version\":2,\"experiment\":{}}",
                "{\"version\":2,\"experiment\":null,\"runs\":[null],\"complete\":true}")) {
            String message = assertThrows(IOException.class, () -> reported(text)).getMessage();
            assertEquals(1L, message.lines().count(), text + ": " + message);
        }
        Words.assertSame("running", "compare --report of a folder without results", Stream.of(2, 1).map(version ->
                assertThrows(IOException.class, () -> reported("{\"version\":" + version + "}")).getMessage())
                .collect(Collectors.joining("\n")).replace(folder.toString(), "‹folder›"));
        assertThrows(IOException.class, ResultsFile.NAME, () -> reported("{}"));
    }

    @Test
    void figuresStandBesideThoseOfAnEarlierDayAndWhatDiffersIsNamed() throws Exception {
        Map<String, String> environment = Map.of("begun", "\u001b[2Ja", "machine", "2 cores", "JDK", "25");
        Analysis before = Doctored.analysis(LOOM + "contender.pool = pool", Stream.concat(RUNS.stream().limit(3),
                Doctored.runs("loom", LOAD, run -> run.cpu(2), 940, 950, 960).stream()).toList(), environment);
        List<Run> runs = new ArrayList<>(Doctored.runs("pool", LOAD, run -> run.failed(900), 188, 190, 192));
        runs.addAll(Doctored.runs("loom", LOAD, run -> run.cpu(1), 940, 950, 960));
        runs.addAll(Doctored.runs("async", LOAD, 950, 950, 950));
        Words.assertSame("running", "before and now", new BeforeAfter(before, Doctored.analysis("users = 1000\n"
                + "contender.pool = pool\ncontender.loom = loom | -Xmx64m\ncontender.async = async\nseconds = 30", runs,
                Map.of("begun", "b", "machine", "4 cores", "JDK", "25"))).text());
        Words.assertSame("running", "before and now, without a common load", new BeforeAfter(Doctored.analysis(
                "users = 20\ncontender.loom = loom", List.of(), environment), before).text());
        Words.assertSame("running", "before and now, the same", new BeforeAfter(before, before).text());
        String step = new BeforeAfter(ofLatency(4), ofLatency(5)).text();
        assertTrue(step.contains("1.25× (0.80–2.00) ≈"), step);
    }

    private static Analysis ofLatency(int millis) throws Exception {
        return Doctored.analysis(LOOM, Doctored.runs("loom", LOAD, run -> run.with(Prediction.CPU_BOUND)
                .latency(millis), 950, 950, 950), Map.of());
    }
}
