package common.json;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Results;
import lab.judge.Run;
import testing.Test;

/** Results are the same when they were written and read again. */
class RecordsTest {
    /** A record with one of each type. */
    public record Sample(String text, int small, long large, double real, boolean truth, Load.Kind kind,
            List<Double> list, Map<String, Long> map, Load load) {
    }

    @Test
    void everyTypeComesBack() throws Exception {
        Sample sample = new Sample("quote \" backslash \\ newline \n é", -3, 1_700_000_000_123L, Double.NaN, true,
                Load.Kind.BURST,
                List.of(1.5, Double.POSITIVE_INFINITY), Map.of("503 Service", 7L), Load.open("/x", 2.5));
        assertEquals(sample, Records.read(Sample.class, JsonWriter.text(sample)));
        Sample empty = new Sample(null, 0, 0, 0, false, Load.Kind.OPEN, List.of(), Map.of(), null);
        assertEquals(empty, Records.read(Sample.class, JsonWriter.text(empty)));
    }

    @Test
    void resultsComeBack() throws Exception {
        Load load = Load.closed("/meetings", 100);
        Results results = new Results(ExperimentFile.parse("e",
                "# t\nusers = 100\ncontender.a = loom | -Xmx9m\ncontender.b = command: x {port}", Map.of()),
                List.of(Doctored.run("a", load, 1, 95).run(), Run.failed("b", load, 1, Prediction.NONE, "died")),
                Map.of("machine", "2 cores"), List.of("a note"), false, List.of());
        assertEquals(results, Records.read(Results.class, JsonWriter.text(results)));
    }

    @Test
    void saysWhatIsWrong() {
        String[][] table = {
            {"", "there should be a value"}, {"{\"text\": 1", "there should be"}, {"[1 2]", "there should be ','"},
                    {"{} x", "nothing more"},
            {"{\"text\": nul}", "there should be null"}, {"{}", "Sample without small"},
            {"\"\\u12g4\"", "four hexadecimal digits"},
        };
        for (String[] row : table) {
            assertContains(row[1], assertThrows(IOException.class, () -> Records.read(Sample.class, row[0]))
                    .getMessage());
        }
    }
}
