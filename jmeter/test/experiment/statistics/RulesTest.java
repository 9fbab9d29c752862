package experiment.statistics;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import experiment.Doctored;
import experiment.define.Load;
import experiment.predict.Prediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import testing.Test;

/** Each rule fires on a run that is doctored to break it, and on no other. */
class RulesTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final double THROUGHPUT = 950;
    private static final long MEBIBYTE = 1 << 20;

    private static Doctored good() {
        return Doctored.run("loom", LOAD, 1, THROUGHPUT);
    }

    /** For each rule a run that breaks it alone. */
    private static Map<Rule, Run> broken() {
        Map<Rule, Run> broken = new LinkedHashMap<>();
        broken.put(Rules.NOT_MEASURED, Run.failed("loom", LOAD, 1, Prediction.NONE, "loom exited with code 1"));
        broken.put(Rules.ERRORS, good().failed(100).run());
        broken.put(Rules.LISTEN_QUEUE, good().machine(9.2, 0, 3).run());
        broken.put(Rules.GENERATOR, good().generator(new Usage(10.5, 5.2, 1, 1, 1, 20_000)).machine(16.6, 0, 0).run());
        broken.put(Rules.MACHINE, good().cpu(8).generator(new Usage(7, 3.5, 1, 1, 1, 20_000)).machine(19, 0, 0).run());
        broken.put(Rules.DISTURBED, good().machine(10, 2, 0).run());
        broken.put(Rules.SHARED, good().predicted(Prediction.CPU_BOUND).machine(10, 2, 0).run());
        broken.put(Rules.CONCURRENCY, good().latency(900).run());
        broken.put(Rules.STARVED, good().predicted(Prediction.CPU_BOUND).latency(900).run());
        broken.put(Rules.WARMING_UP, good().growth(0.1).run());
        broken.put(Rules.COMPILING, good().serviceOne(new Usage(2, 1.2, MEBIBYTE, 40, 500, 20_000)).run());
        broken.put(Rules.HEAP, good().jvm(new Jvm("25", 900 * MEBIBYTE, 1000 * MEBIBYTE, 1, 2)).run());
        broken.put(Rules.FILES, good().serviceOne(new Usage(2, 1, MEBIBYTE, 40, 19_800, 20_000)).run());
        return broken;
    }

    @Test
    void aGoodRunBreaksNone() {
        assertEquals(List.of(), Rules.judge(good().run()), "findings");
    }

    @Test
    void eachIsBrokenByItsOwnRunAlone() {
        Map<Rule, Run> broken = broken();
        assertEquals(Rules.ALL, List.copyOf(broken.keySet()), "a doctored run for every rule");
        broken.forEach((rule, run) -> assertEquals(List.of(rule.name()),
                Rules.judge(run).stream().map(finding -> finding.rule().name()).toList(),
                "what is found where only this is wrong"));
    }

    /** 9,500 answers and 950 failures: 9.1 %, of which chance explains 1.1 % more or less. */
    @Test
    void failuresAreErrorsWhereTheyAreNotThoseThatWerePredicted() {
        double[][] table = {{0.0909, 0}, {0.10, 0}, {0.11, 1}, {0.07, 1}, {-1, 0}, {0, 1}, {Double.NaN, 1}};
        for (double[] row : table) {
            Prediction predicted = new Prediction(950, 1000 / 950.0, 1000, "users", row[0]);
            List<Rule.Finding> found = Rules.judge(good().failed(950).predicted(predicted).run());
            assertEquals((int) row[1], found.size(), "findings where " + row[0] + " were predicted: " + found);
        }
    }

    @Test
    void findingsTellTheFigures() {
        Map<Rule, Run> broken = broken();
        Object[][] table = {
            {Rules.NOT_MEASURED, "loom exited with code 1"},
            {Rules.ERRORS, "1.0 % of the requests failed, most often with: 503 Service Unavailable"},
            {Rules.LISTEN_QUEUE, "dropped 3 connections"},
            {Rules.MACHINE, "95 % of the machine's CPU time was used"},
            {Rules.DISTURBED, "others used 15 % of the machine's CPU time"},
            {Rules.SHARED, "others used 15 % of the machine's CPU time, which was the limit"},
            {Rules.CONCURRENCY, "855 of 1,000 users were in flight"},
            {Rules.STARVED, "the answers are those of 855 of 1,000 users"},
            {Rules.WARMING_UP, "throughput and mean latency differed by 9.5 %"},
            {Rules.COMPILING, "CPU time differed by 33 %"},
            {Rules.HEAP, "90 % of the heap"},
            {Rules.FILES, "99 % of its file descriptors"},
        };
        for (Object[] row : table) {
            assertContains((String) row[1], Rules.judge(broken.get(row[0])).getFirst().text());
        }
    }

    @Test
    void whatMakesARunNotValidIsGraverThanWhatAsksForCareOrConcernsCpuTime() {
        Run run = good().serviceOne(new Usage(2, 1.2, MEBIBYTE, 40, 500, 20_000)).machine(10, 2, 0).growth(0.1).run();
        List<String> broken = Rules.judge(run).stream().map(finding -> finding.rule().name()).toList();
        assertEquals(List.of("machine disturbed", "not steady", "still compiling"), broken);
        assertEquals(Rules.WARMING_UP, Rules.gravest(run).orElseThrow().rule());
    }

    @Test
    void whatIsNotKnownBreaksNothing() {
        Usage unknown = new Usage(Double.NaN, Double.NaN, -1, -1, -1, -1);
        Run run = good().serviceOne(unknown).generator(unknown).machine(Double.NaN, Double.NaN, -1).jvm(Jvm.NONE)
                .run();
        assertEquals(List.of(), Rules.judge(run), "findings where the machine tells nothing");
        assertEquals(false, Rules.DISTURBED.isChecked(run), "and the report says so");
    }

    @Test
    void aBusyMachineIsThePurposeOfARouteThatOnlyComputes() {
        Run run = good().predicted(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0).run();
        assertEquals(List.of(), Rules.judge(run), "findings");
    }

    @Test
    void anOpenLoopHasNoUsersToMissAndRandomArrivals() {
        Run run = Doctored.run("loom", Load.open("/meetings", 100), 1, 100).growth(0.1).latency(5000).run();
        assertEquals(List.of(), Rules.judge(run), "findings");
    }

    /** Groups of answers, or unfair turns, are no drift: only what changes throughput and latency both. */
    @Test
    void aLoadIsSteadyWhereOneOfTheTwoStays() {
        assertEquals(List.of(), Rules.judge(good().firstHalf(5_000).run()),
                "a group of answers more in the first half");
        assertEquals(List.of(), Rules.judge(good().growth(0.3).firstHalf(4_750).run()),
                "latencies vary, answers don't");
    }

    /** A story-like pool's figures: 386 answers to 214, at 0.168 s of CPU time to 0.167 s. */
    @Test
    void aGroupOfAnswersMoreInOneHalfIsNoSignOfCompiling() {
        Run run = Doctored.run("pool", LOAD, 1, 60).firstHalf(386)
                .serviceOne(new Usage(0.335, 0.168, MEBIBYTE, 40, 500, 20_000))
                .run();
        assertEquals(List.of(), Rules.judge(run), "findings");
    }

    @Test
    void compilingConcernsCpuTimeAlone() {
        Run run = broken().get(Rules.COMPILING);
        assertEquals(Validity.VALID, Rules.validity(run), "throughput and latency");
        assertEquals(Validity.NOT_VALID, Rules.validity(run, Metric.CPU_PER_REQUEST), "CPU time");
    }
}
