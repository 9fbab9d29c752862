package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.Tool.ExitCode;
import common.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
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

/** What the command says first, and how it ends. */
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
}
