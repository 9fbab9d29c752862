package lab.report;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Prediction;
import lab.judge.Run.Sample;
import lab.judge.Run.Usage;
import lab.judge.Run.WarmUp;
import lab.judge.Run.Work;
import lab.judge.Run;
import lab.judge.Validity;
import lab.judge.ValidityRules;
import testing.Test;

/** What a report says against its own figures. */
class VerdictTest extends DoctoredReport {
    private static final WarmUp LATE = new WarmUp(9_000, 10, "its warm-up by work had not settled after 10 s");

    private Verdict verdict() throws Exception {
        return Verdict.of(analysis());
    }

    private void assertSays(String expected) throws Exception {
        assertContains(expected, String.join("\n", verdict().details()));
    }

    @Test
    void goodResultsAreSaidToBeGood() throws Exception {
        addGood(LARGE);
        assertEquals(new Verdict(Validity.VALID, "All 6 runs passed the " + ValidityRules.ALL.size()
                + " checks of validity", List.of()), verdict());
        add(Doctored.run("loom", LARGE, 4, 950).serviceOne(new Usage(2, 1.2, 1 << 20, 4, 5, 9_999)));
        assertEquals("All 7 runs are valid, except for the CPU time of 1", verdict().headline());
        assertSays("Cost not steady, which concerns CPU time alone: loom at 1,000 users in 1 of 4 runs (");
        add(Doctored.run("loom", LARGE, 5, 950).failed(100));
        assertEquals("1 of 8 runs failed a check and was left out; every point has enough others",
                verdict().headline());
    }

    @Test
    void pointsThatAreNotValidAreCounted() throws Exception {
        addDoubtful(LARGE);
        assertEquals("1 of 2 points is not valid: it takes part in no ratio. 1 of 2 points is usable with care: its "
                + "ratios hold better than its figures", verdict().headline());
        assertEquals(Validity.NOT_VALID, verdict().worst());
        runs.removeIf(run -> run.contender().equals("loom"));
        runs.add(Run.failed("loom", LARGE, 1, Prediction.NONE, "died"));
        assertEquals("No point is valid", verdict().headline());
        assertEquals("Not measured: loom at 1,000 users (died).", verdict().details().getFirst());
    }

    @Test
    void anExperimentThatWasStoppedSaysSo() throws Exception {
        addGood(LARGE);
        complete = false;
        assertSays("Stopped before its end: 6 of");
        assertEquals(Validity.NOT_VALID, verdict().worst());
    }

    @Test
    void aMachineThatWasSlowerAtTimesIsSaid() throws Exception {
        addGood(LARGE);
        add(Doctored.run("pool", LARGE, 4, 95).cpu(1.5).roundTrip(0.000_029));
        assertEquals(List.of(), verdict().details(), "within what varies");
        add(Doctored.run("pool", LARGE, 5, 95).cpu(1.5).roundTrip(0.000_031),
                Doctored.run("pool", LARGE, 6, 95).cpu(1.5).yardsticks(0.013, 0.0001));
        assertSays("a round trip over loopback took between 20 and 31 µs of CPU time");
        assertSays("a fixed piece of arithmetic took between 10.0 and 13.0 ms of CPU time");
    }

    @Test
    void aMachineWhoseSleepsEndLateIsSaid() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95).yardsticks(0.010, 0.004),
                Doctored.run("pool", LARGE, 2, 95).yardsticks(0.010, 0.009),
                Doctored.run("pool", LARGE, 3, 95).yardsticks(0.010, 0.005));
        assertSays("a sleep ended 5.0 ms late (4.0 to 9.0)");
    }

    @Test
    void contendersThatWereStillColdAreSaidOnce() throws Exception {
        add(Doctored.run("loom", LARGE, 1, 950).with(LATE), Doctored.run("loom", LARGE, 2, 950).with(LATE));
        assertSays("Warm-up: " + LATE.problem() + ": loom at 1,000 users.\n");
    }

    @Test
    void tooFewRepetitionsAreSaid() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95), Doctored.run("loom", LARGE, 1, 950));
        assertSays("1 repetition: differences are shown, but not whether they would come out again");
        runs.clear();
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", LARGE, repetition, 900 + 100 * repetition),
                    Doctored.run("loom", LARGE, repetition, 800 + 220 * repetition));
        }
        assertSays("Too few repetitions to show a difference: throughput of loom and pool at 1,000 users");
    }

    @Test
    void otherWorkIsSaidAndVoidsTheComparison() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", LARGE, repetition, 190).with(calls(3_800, null)),
                    Doctored.run("loom", LARGE, repetition, 950).with(calls(9_500, new Sample(20, "{\"a\":\"two\"}"))));
        }
        hypotheses = "expect = loom/pool throughput >= 4.5";
        String work = Figures.work(analysis());
        assertContains("Not the same work, so that a ratio says nothing: loom at 1,000 users (1.0 calls per request "
                + "(info), pool 2.0 (2.0 × info)).", terminal());
        assertContains("? cannot judge: loom is not valid there", terminal());
        assertContains("<td>2.0 × info; ✓</td>", work);
        assertContains("<td>info; ✗ other work</td>", work);
        assertContains(",abandoned calls,answer bytes", ResultsFile.csv(analysis()));
        assertContains(",9500.0,0.0,0.0,20", ResultsFile.csv(analysis()));
    }

    private static Work calls(double info, Sample sample) {
        return new Work(Map.of("info", info), 0, 0, sample);
    }

    /** They stand behind the answer; on the page before the first picture, in the terminal behind the figures. */
    @Test
    void threeReasonsAreSaidAndTheOthersFolded() throws Exception {
        add(Doctored.run("pool", LARGE, 1, 95).failed(100).latency(900).growth(0.1),
                Doctored.run("loom", LARGE, 1, 950));
        assertInOrder(page(), "loom answered", "Errors: pool", "Not steady: pool", "<summary>1 more</summary>",
                "1 repetition: differences", "<svg");
        assertInOrder(terminal(), "loom answered", "contender", "Errors: pool", "and 1 more in the report");
    }

    private static void assertInOrder(String text, String... parts) {
        int from = 0;
        for (String part : parts) {
            assertContains(part, text.substring(from));
            from = text.indexOf(part, from);
        }
    }
}
