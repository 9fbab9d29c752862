package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Results;
import lab.judge.Run.WarmUp;
import lab.judge.Run;
import testing.Test;

/** What the report says of the warm-up by work. */
class WarmUpsTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final String LATE = "its warm-up by work had not settled after 10 s";

    private static Results results(WarmUp... each) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1000\ncontender.loom = loom", Map.of());
        List<Run> runs = IntStream.range(0, each.length)
                .mapToObj(i -> Doctored.run("loom", LOAD, i + 1, 950).warmUp(each[i]).run()).toList();
        return new Results(experiment, runs, Map.of(), List.of(), true, List.of());
    }

    private static List<String> method(WarmUp... each) throws Exception {
        return MachineSections.warmUp(Analysis.of(results(each)));
    }

    @Test
    void tellsHowMuchWorkItWas() throws Exception {
        assertContains("it took 9,000 to 12,000 requests in 4 to 6 s (least and greatest of all runs)",
                method(new WarmUp(9_000, 4, ""), new WarmUp(12_000, 6, "")).getFirst());
        assertEquals(List.of(), method(WarmUp.NONE), "nobody wanted it");
    }

    @Test
    void tellsWhereItWasNotEnough() throws Exception {
        Results results = results(new WarmUp(9_000, 10, LATE), new WarmUp(9_000, 10, LATE));
        assertContains("Warm-up: " + LATE + ": loom at 1,000 users.", Report.terminal(Analysis.of(results)));
        assertEquals(false, Report.terminal(Analysis.of(results(new WarmUp(9_000, 4, "")))).contains("Warm-up"), "");
    }
}
