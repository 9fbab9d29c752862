package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Results;
import lab.judge.Run;
import lab.report.ResultsFile;
import testing.Test;

/** The command line, what is said first, and how the command ends. */
class CompareTest implements AutoCloseable {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final TemporaryFolder folder = new TemporaryFolder();

    CompareTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private ExitCode reported(Run run) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1000\ncontender.loom = loom", Map.of());
        Files.writeString(folder.path().resolve(ResultsFile.NAME),
                JsonWriter.text(new Results(experiment, List.of(run), Map.of(), List.of(), true, List.of())));
        return Compare.reportAgain(folder.path());
    }

    @Test
    void thePlanShowsWhatIsExpectedAndWhatWouldRefuteIt() throws Exception {
        assertContains("  expected: b / a, throughput at /meetings, 20 users >= 0.9 and <= 1.1, refuted by > 1.3",
                Outline.predictions(ExperimentFile.parse("e", "users = 20\ncontender.a = pool\ncontender.b = loom\n"
                + "expect = b/a throughput >= 0.9\nexpect = b/a throughput <= 1.1\nrefute = b/a throughput > 1.3",
                        Map.of())));
    }

    @Test
    void aReportThatIsWrittenAgainEndsLikeTheExperiment() throws Exception {
        assertEquals(ExitCode.OK, reported(Doctored.run("loom", LOAD, 1, 950).run()), "a valid point");
        assertEquals(ExitCode.OK, reported(Doctored.run("loom", LOAD, 1, 950).machine(12, 0, 0).run()),
                "one that is usable with care");
        assertEquals(ExitCode.FAILED, reported(Run.failed("loom", LOAD, 1, Prediction.NONE, "died")),
                "no point of any use");
    }

    @Test
    void aFileThatHoldsNoResultsIsSaidInOneLine() throws Exception {
        for (String text : List.of("null", "{}", "[]", "{\"complete\":true}", "{\"experiment\":{},\"complete\":true}",
                "{\"experiment\":null,\"runs\":[null],\"complete\":true}")) {
            Files.writeString(folder.path().resolve(ResultsFile.NAME), text);
            String says = assertThrows(IOException.class, () -> Compare.reportAgain(folder.path())).getMessage();
            assertEquals(1L, says.lines().count(), text + ": " + says);
        }
    }

    private static CommandLine parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(Compare.TOOL.options(), arguments);
        Compare.check(line);
        return line;
    }

    private static Map<String, String> overrides(String... arguments) throws UsageException {
        return ExperimentFile.overrides(parse(arguments));
    }

    @Test
    void valuesOfTheFileInBothSpellings() throws Exception {
        assertEquals(Map.of("users", "20,40", "seconds", "6", "contender.x", "loom | -Dname=value"), overrides(
                "--users", "20,40", "tour", "--seconds=6", "--contender.x", "loom | -Dname=value"));
        assertEquals(Map.of("expect", "a/b throughput > 1;b/c throughput > 2", "users", "7"), overrides("--expect",
                "a/b throughput > 1", "--users", "5", "--expect=b/c throughput > 2", "--users", "7"), "all count");
        assertEquals(Map.of(), overrides("tour", "--ceiling", "--guess", "--bind", "192.0.2.10"), "none of the file");
    }

    @Test
    void otherMachines() throws Exception {
        assertEquals("service one on this machine, at 192.0.2.10; service two at 192.0.2.11:8087, started by somebody "
                + "else; load made by 192.0.2.21:1099 and 192.0.2.22:4000 and 192.0.2.23:1099, which get their orders "
                + "from this machine", Compare.places(parse("--remote",
                "192.0.2.21,192.0.2.22:4000", "--remote=192.0.2.23", "--service-two", "192.0.2.11:8087",
                "--bind", "192.0.2.10"), Path.of("")).description());
        assertEquals("all programs on this machine", Compare.places(parse(), Path.of("")).description());
    }

    @Test
    void saysWhatIsWrong() {
        String[][] table = {
            {"--users takes a number from 1", "tour", "--users"},
            {"--users takes a number from 1", "tour", "--users", "--repeat", "1"},
            {"--repeat takes a number from 1 to 100, not: x", "tour", "--repeat", "x"},
            {"no such option: --servers", "tour", "--servers", "2"},
            {"--plan takes no value", "tour", "--plan=yes"},
            {"--guess or --plan", "tour", "--plan", "--guess"},
            {"--ceiling or --plan", "tour", "--plan", "--ceiling"},
            {"--report stands alone", "--report", "folder", "--users", "5"},
            {"--report stands alone", "tour", "--report", "folder"},
            {"--report takes the folder of an earlier run, not: nothing", "--report="},
            {"--remote takes the servers: host:port,host:port, not: nothing", "--remote="},
            {"not: a:0", "--remote=a:0"},
            {"--service-two takes HOST:PORT, not: 192.0.2.11", "--service-two=192.0.2.11"},
            {"takes HOST:PORT", "--service-two=:8087"},
            {"takes HOST:PORT, not: nothing", "--service-two="},
            {"--bind takes an address of this machine, not: nothing", "--bind="}};
        for (String[] row : table) {
            String[] arguments = Arrays.copyOfRange(row, 1, row.length);
            assertContains(row[0], assertThrows(UsageException.class,
                    () -> Compare.places(parse(arguments), Path.of(""))).getMessage());
        }
    }
}
