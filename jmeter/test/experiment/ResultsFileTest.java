package experiment;

import static testing.Assertions.assertEquals;

import module java.base;
import common.json.JsonObject;
import common.json.Records;
import lab.Doctored;
import testing.Test;

class ResultsFileTest {
    @Test
    void runsSurviveWritingAndReading() throws Exception {
        for (Run run : List.of(Doctored.run("a", Load.closed("/meetings", 100), 1, 95).run(),
                Run.failed("b", Load.closed("/meetings", 100), 1, Prediction.NONE, "died"))) {
            assertEquals(run, Records.readComplete(Run.class, JsonObject.text(run)));
        }
    }
}
