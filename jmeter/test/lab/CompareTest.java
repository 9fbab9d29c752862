package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

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
import testing.Program;
import testing.Test;

/** How the command ends. */
class CompareTest implements AutoCloseable {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final TemporaryFolder folder = new TemporaryFolder();

    CompareTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private int reported(Run run, String says) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1000\ncontender.loom = loom", Map.of());
        Files.writeString(folder.path().resolve("results.json"),
                JsonWriter.text(new Results(experiment, List.of(run), Map.of(), List.of(), true)));
        try (Program compare = Program.script("run.sh", "compare", "--report", folder.path().toString())) {
            int code = compare.exitCode();
            assertContains(says, compare.standardOutput());
            return code;
        }
    }

    @Test
    void aReportThatIsWrittenAgainEndsLikeTheExperiment() throws Exception {
        assertEquals(0, reported(Doctored.run("loom", LOAD, 1, 950).run(), "loom answered 950"), "a valid point");
        assertEquals(0, reported(Doctored.run("loom", LOAD, 1, 950).machine(12, 0, 0).run(), "usable with care"),
                "one that is usable with care");
        assertEquals(3, reported(Run.failed("loom", LOAD, 1, Prediction.NONE, "died"), "nothing can be said"),
                "no point of any use");
    }

    @Test
    void aFileThatHoldsNoResultsIsSaidInOneLine() throws Exception {
        for (String text : List.of("null", "{}", "[]", "{\"complete\":true}", "{\"experiment\":{},\"complete\":true}",
                "{\"experiment\":null,\"runs\":[null],\"complete\":true}")) {
            Files.writeString(folder.path().resolve("results.json"), text);
            try (Program compare = Program.script("run.sh", "compare", "--report", folder.path().toString())) {
                assertEquals(2, compare.exitCode(), text);
                assertEquals(1L, compare.output().lines().count(), compare.output());
            }
        }
    }
}
