package lab.judge;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import lab.Doctored;
import lab.define.Hypothesis;
import lab.define.Load;
import lab.judge.Judgement.Outcome;
import testing.Test;

/** What measurements say of an expectation: virtual threads make 4.9 to 5.1 times as many requests as a pool. */
class JudgementTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);

    private final List<Run> runs = new ArrayList<>();

    private void add(String contender, double... throughputs) {
        runs.addAll(Doctored.runs(contender, LOAD, throughputs));
    }

    private Judgement judged(String statements) throws Exception {
        List<Judgement> judgements = Judgement.of(Doctored.analysis(
                "users = 1000\ncontender.pool = pool\ncontender.loom = loom\n" + statements, runs));
        assertEquals(1, judgements.size(), statements);
        return judgements.getFirst();
    }

    @Test
    void theWholeIntervalDecides() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", 940, 950, 960);
        Object[][] table = {
            {"expect = loom/pool throughput >= 4.5", Outcome.SUPPORTED, ""},
            {"expect = loom/pool throughput <= 4.5", Outcome.REFUTED, ""},
            {"expect = loom/pool throughput >= 5", Outcome.CANNOT_JUDGE, "the interval overlaps the bound >= 5"},
            {"expect = loom/pool throughput >= 4.5\nrefute = loom/pool throughput < 3", Outcome.SUPPORTED, ""},
            {"expect = loom/pool throughput >= 8\nrefute = loom/pool throughput < 6", Outcome.REFUTED, ""},
            {"expect = loom/pool throughput >= 8\nrefute = loom/pool throughput < 4", Outcome.CANNOT_JUDGE,
                "between what is expected and what would refute it"},
            {"expect = loom/pool throughput >= 4.5\nexpect = loom/pool throughput <= 4.7\n"
                    + "refute = loom/pool throughput > 4.8", Outcome.REFUTED, ""},
            {"refute = loom/pool throughput < 3", Outcome.SUPPORTED, ""},
            {"refute = loom/pool throughput < 5", Outcome.CANNOT_JUDGE, "the interval overlaps the bound < 5"},
            {"refute = loom/pool throughput > 4.5", Outcome.REFUTED, ""},
        };
        for (Object[] row : table) {
            Judgement judgement = judged((String) row[0]);
            assertEquals(row[1], judgement.outcome(), (String) row[0]);
            assertEquals(row[2], judgement.reason(), (String) row[0]);
            assertEquals("5.00× (4.90–5.11)", judgement.ratioText());
        }
    }

    /** As seen where a hypervisor took its cores away for one run of three. */
    @Test
    void whereTheValidRunsAreTooFewThoseUsableWithCareCount() throws Exception {
        add("pool", 188, 190, 192);
        add("loom", 940, 950);
        runs.add(Doctored.run("loom", LOAD, 3, 960).machine(9.2, 0.8, 0).run());
        Judgement judgement = judged("expect = loom/pool throughput > 3");
        assertEquals(Outcome.SUPPORTED, judgement.outcome());
        assertEquals("5.00× (4.90–5.11)", judgement.ratioText(), "of all three");
        assertEquals("usable with care", judgement.reason());
    }

    @Test
    void whatIsNotMeasuredOrNotValidCannotBeJudged() throws Exception {
        add("loom", 940, 950, 960);
        assertEquals("pool was not measured", judged("expect = loom/pool throughput > 3").reason());
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 190).failed(300).run());
        }
        Judgement judgement = judged("expect = loom/pool throughput > 3");
        assertEquals(Outcome.CANNOT_JUDGE, judgement.outcome());
        assertEquals("pool is not valid there", judgement.reason());
        assertEquals("n/a", judgement.ratioText());
    }

    @Test
    void tooFewRepetitionsProveNothing() throws Exception {
        add("pool", 190, 190);
        add("loom", 950, 951);
        assertEquals("too few valid repetitions: the interval's confidence is 67 %",
                judged("expect = loom/pool throughput > 3").reason());
        runs.remove(3);
        runs.remove(1);
        assertEquals("one valid repetition has no interval", judged("expect = loom/pool throughput > 3").reason());
    }

    @Test
    void othersOnTheMachineAreSaid() throws Exception {
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(Doctored.run("pool", LOAD, repetition, 190).machine(12, 0, 0).run());
            runs.add(Doctored.run("loom", LOAD, repetition, 950).machine(12, 0, 0).run());
        }
        assertEquals(Outcome.SUPPORTED, judged("expect = loom/pool throughput > 3").outcome());
        assertEquals("usable with care", judged("expect = loom/pool throughput > 3").reason());
    }

    @Test
    void aFileMayNameEveryFigureOfAReport() {
        assertEquals(Hypothesis.METRICS, Arrays.stream(Metric.values()).map(Metric::label).toList());
    }
}
