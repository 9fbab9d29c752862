package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import common.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Compilation;
import lab.judge.Run.Contention;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.Jvm;
import lab.judge.Run.RemoteGenerator;
import lab.judge.Run.Usage;
import lab.judge.Run.Work;
import lab.judge.ValidityRules.Rule;
import load.Arrivals;
import testing.Test;

/** Each rule fires on a run that is doctored to break it, and on no other. */
class ValidityRulesTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 100);
    private static final double THROUGHPUT = 950;
    private static final long MEBIBYTE = 1 << 20;

    private static Doctored good() {
        return Doctored.run("loom", LOAD, 1, THROUGHPUT);
    }

    private static Run open(Arrivals arrivals) {
        return Doctored.run("loom", OPEN, 1, 100).arrivals(arrivals).run();
    }

    /** In an open loop, where a request waits 1,049 ms. The first answer comes 2 ms before the median. */
    private static Run early(double millis) {
        return Doctored.run("mine", OPEN, 1, 100)
                .predicted(new Prediction(100, 1.049, 105, "arrivals").waitingAtLeast(1.049)).latency(millis).run();
    }

    /** For each rule a run that breaks it alone. */
    private static Map<Rule, Run> broken() {
        Map<Rule, Run> broken = new LinkedHashMap<>();
        broken.put(ValidityRules.NOT_MEASURED, Run.failed("loom", LOAD, 1, Prediction.NONE, "loom exited with code 1"));
        broken.put(ValidityRules.ERRORS, good().failed(100).run());
        broken.put(WorkRules.EARLY, early(3));
        broken.put(WorkRules.THEORY, good().throughput(980).run());
        broken.put(WorkRules.ABANDONED, good().work(new Work(Map.of(), 0, 200, null)).run());
        broken.put(ValidityRules.LISTEN_QUEUE, good().machine(9.2, 0, 3).run());
        broken.put(ValidityRules.GENERATOR,
                good().generator(new Usage(10.5, 5.2, 1, 1, 1, 20_000)).machine(16.6, 0, 0).run());
        broken.put(ValidityRules.MACHINE,
                good().cpu(8).generator(new Usage(7, 3.5, 1, 1, 1, 20_000)).machine(19, 0, 0).run());
        broken.put(ValidityRules.DISTURBED, good().machine(12, 0, 0).run());
        broken.put(ValidityRules.SHARED, good().predicted(Prediction.CPU_BOUND).machine(12, 0, 0).run());
        broken.put(ValidityRules.CONCURRENCY, good().latency(900).run());
        broken.put(ValidityRules.STARVED, good().predicted(Prediction.CPU_BOUND).latency(900).run());
        broken.put(ValidityRules.WARMING_UP, good().growth(0.1).run());
        broken.put(ValidityRules.COST, good().serviceOne(new Usage(2, 1.2, MEBIBYTE, 40, 500, 20_000)).run());
        broken.put(ValidityRules.COMPILING, good().cpu(4).compilation(new Compilation(2.6, 1.3, 0.02, 0, 0)).run());
        broken.put(ValidityRules.HEAP, good().jvm(new Jvm("25", 900 * MEBIBYTE, 1000 * MEBIBYTE, 1, 2, 0)).run());
        broken.put(ValidityRules.FILES, good().serviceOne(new Usage(2, 1, MEBIBYTE, 40, 19_800, 20_000)).run());
        broken.put(MachineRules.COMPILER, good().compilation(new Compilation(0.1, 0.05, 0, 0.9, 0.6))
                .jvm(new Jvm("25", 20 * MEBIBYTE, 1000 * MEBIBYTE, 1, 2, 1_234)).run());
        broken.put(MachineRules.THROTTLED, good().contention(new Contention(100, 2, 0.1, 0)).run());
        broken.put(MachineRules.MEMORY, good().contention(new Contention(0, 0, 0.1, 0.02)).run());
        broken.put(MachineRules.STOLEN, good().machine(9.2, 0.8, 0).run());
        broken.put(RemoteRules.CLOCKS, good().elsewhere(new Elsewhere(false,
                List.of(new RemoteGenerator("192.0.2.21:1099", 4, 1, 0, 101)))).run());
        broken.put(ArrivalRules.MISSING, open(new Arrivals(1000, 999, 1, 4, 30, 999, 0.02)));
        broken.put(ArrivalRules.RATE, open(new Arrivals(1000, 940, 0, 4, 30, 939, 0.02)));
        broken.put(ArrivalRules.LATE, open(new Arrivals(1000, 1000, 0, 26, 30, 999, 0.02)));
        broken.put(ArrivalRules.HELD_UP, open(new Arrivals(1000, 1000, 0, 4, 1012, 999, 0.02)));
        broken.put(ArrivalRules.SHAPE, open(new Arrivals(1000, 1000, 0, 4, 30, 999, 0.17)));
        return broken;
    }

    @Test
    void aGoodRunBreaksNone() {
        assertEquals(List.of(), ValidityRules.judge(good().run()), "findings");
    }

    @Test
    void eachIsBrokenByItsOwnRunAlone() {
        Map<Rule, Run> broken = broken();
        assertEquals(ValidityRules.ALL, List.copyOf(broken.keySet()), "a doctored run for every rule");
        broken.forEach((rule, run) -> assertEquals(List.of(rule.name()),
                ValidityRules.judge(run).stream().map(finding -> finding.rule().name()).toList(),
                "what is found where only this is wrong"));
    }

    /** 9,500 answers and 950 failures: 9.1 %, of which chance explains 1.1 % more or less. */
    @Test
    void failuresAreErrorsWhereTheyAreNotThoseThatWerePredicted() {
        double[][] table = {{0.0909, 0}, {0.10, 0}, {0.11, 1}, {0.07, 1}, {-1, 0}, {0, 1}};
        for (double[] row : table) {
            Prediction predicted = new Prediction(950, 1000 / 950.0, 1000, "users", row[0]);
            List<Rule.Finding> found = ValidityRules.judge(good().failed(950).predicted(predicted).run());
            assertEquals((int) row[1], found.size(), "findings where " + row[0] + " were predicted: " + found);
        }
    }

    @Test
    void findingsTellTheFigures() {
        Map<Rule, Run> broken = broken();
        Object[][] table = {
            {ValidityRules.NOT_MEASURED, "loom exited with code 1"},
            {ValidityRules.ERRORS, "1.0 % of the requests failed, most often with: 503 Service Unavailable"},
            {ValidityRules.LISTEN_QUEUE, "dropped 3 connections"},
            {ValidityRules.MACHINE, "95 % of the machine's CPU time was used"},
            {ValidityRules.DISTURBED, "others used 15 % of the machine's CPU time"},
            {ValidityRules.SHARED, "others used 15 % of the machine's CPU time, which was the limit"},
            {ValidityRules.CONCURRENCY, "855 of 1,000 users were in flight"},
            {ValidityRules.STARVED, "the answers are those of 855 of 1,000 users"},
            {ValidityRules.WARMING_UP, "throughput and mean latency differed by 9.5 %"},
            {ValidityRules.COST, "CPU time differed by 33 % between the window's halves, beside 20 ms"},
            {ValidityRules.COMPILING, "its JVM's compiler kept 26 % of a core busy"},
            {ValidityRules.HEAP, "90 % of the heap"},
            {ValidityRules.FILES, "99 % of its file descriptors"},
            {MachineRules.COMPILER, "for at least 60 % of each half of the window; methods queued for it "
                    + "at the end: 1,234"},
            {MachineRules.THROTTLED, "(cgroup) stopped the programs in 2 of its 100 periods"},
            {MachineRules.MEMORY, "for 2.0 % of the window some program waited for memory"},
            {MachineRules.STOLEN, "gave others 8.0 % of the CPU time that was wanted"},
            {RemoteRules.CLOCKS, "a generator's clock is known to 101 ms only, in a window of 10 s"},
            {WorkRules.THEORY, "3.2 % more answers than the waits of the calls allow"},
            {WorkRules.EARLY, "not the same work: a request has to wait 1,049 ms, and 100.0 % of the answers came "
                    + "sooner, the first after 1 ms"},
            {WorkRules.ABANDONED, "200 calls for 9,500 answers were abandoned"},
            {ArrivalRules.MISSING, "1 of 1,000 arrivals were never sent"},
            {ArrivalRules.RATE, "940 requests were sent in the window, 1,000 were to be"},
            {ArrivalRules.LATE, "half of the requests were sent 26 ms late or more"},
            {ArrivalRules.HELD_UP, "a request was sent 1,012 ms late"},
            {ArrivalRules.SHAPE, "differ by 17.0 % from those asked for"},
        };
        for (Object[] row : table) {
            assertContains((String) row[1], ValidityRules.judge(broken.get(row[0])).getFirst().text());
        }
    }

    /** Waiting in one half alone changes the halves, which another rule sees; half of the time is still half a core. */
    @Test
    void aCompilerIsStarvedWhereItWaitsInBothHalves() {
        double[][] table = {{0.9, 0.49, 0}, {0.49, 0.9, 0}, {0.51, 0.51, 1}, {0.95, 0.99, 1}, {0.5, 0.5, 0}};
        for (double[] row : table) {
            Run run = good().compilation(new Compilation(0.1, 0.05, 0, row[0], row[1])).run();
            assertEquals((int) row[2], ValidityRules.judge(run).size(), "findings where it waited " + row[0] + " and "
                    + row[1]);
        }
    }

    @Test
    void aGroupIsThrottledWhereMoreThanAHundredthOfItsPeriodsWere() {
        double[][] table = {{0, 0, 0}, {100, 1, 0}, {99, 1, 1}, {30, 30, 1}};
        for (double[] row : table) {
            Run run = good().contention(new Contention(row[0], row[1], 0.9, 0)).run();
            assertEquals((int) row[2], ValidityRules.judge(run).size(), "findings where " + row[1] + " of " + row[0]
                    + " periods were throttled");
        }
    }

    @Test
    void whatMakesARunNotValidIsGraverThanWhatAsksForCareOrConcernsCpuTime() {
        Run run = good().serviceOne(new Usage(2, 1.2, MEBIBYTE, 40, 500, 20_000)).machine(10, 2, 0).growth(0.1).run();
        List<String> broken = ValidityRules.judge(run).stream().map(finding -> finding.rule().name()).toList();
        assertEquals(List.of("machine disturbed", "not steady", "cost not steady", "time stolen"), broken);
        assertEquals(ValidityRules.WARMING_UP, ValidityRules.gravest(run).orElseThrow().rule());
    }

    /** Who answers without waiting makes all that the machine can. */
    @Test
    void workThatIsLeftOutIsTheCauseOfASaturatedMachine() {
        Run run = good().predicted(new Prediction(950, 1.049, 1000, "users").waitingAtLeast(1.049)).throughput(9_000)
                .latency(3).cpu(8).generator(new Usage(7, 3.5, 1, 1, 1, 20_000)).machine(19, 0, 0).run();
        assertEquals(WorkRules.EARLY, ValidityRules.gravest(run).orElseThrow().rule());
    }

    @Test
    void whatIsNotKnownBreaksNothing() {
        Usage unknown = new Usage(Double.NaN, Double.NaN, -1, -1, -1, -1);
        Run run = good().serviceOne(unknown).generator(unknown).machine(Double.NaN, Double.NaN, -1).jvm(Jvm.NONE)
                .contention(new Contention(Double.NaN, Double.NaN, Double.NaN, Double.NaN))
                .compilation(Compilation.UNKNOWN).run();
        assertEquals(List.of(), ValidityRules.judge(run), "findings where the machine tells nothing");
        assertEquals(false, ValidityRules.DISTURBED.isChecked(run), "and the report says so");
        assertEquals(List.of(), MachineRules.ALL.stream().filter(rule -> rule.isChecked(run)).toList(), "of these too");
    }

    @Test
    void arrivalsThatNobodyKnowsBreakNothing() {
        Run run = open(Arrivals.NONE);
        assertEquals(List.of(), ValidityRules.judge(run), "findings");
        ArrivalRules.ALL.forEach(rule -> assertEquals(false, rule.isChecked(run), rule.name() + " is checked"));
    }

    @Test
    void aBusyMachineIsThePurposeOfARouteThatOnlyComputes() {
        Run run = good().predicted(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0).run();
        assertEquals(List.of(), ValidityRules.judge(run), "findings");
    }

    /** Where arrivals or failures are by chance, and permits come in groups, more than predicted is no other work. */
    @Test
    void moreThanPredictedIsNoFindingWhereChanceOrRoundingExplainsIt() {
        Prediction[] table = {
            new Prediction(930, 1, 1000, "arrivals"),
            new Prediction(930, 1, 1000, "users", -1),
            new Prediction(930, 1, 31.5, "permits"),
            new Prediction(932, 1, 1000, "users")};
        for (Prediction predicted : table) {
            assertEquals(List.of(), ValidityRules.judge(good().predicted(predicted).run()), predicted.toString());
        }
    }

    /** A call of 50 ms beside the three of 333 ms, and not before them, is 4.8 % sooner. */
    @Test
    void anAnswerBeforeItsCallsCouldHaveComeIsNotTheSameWork() {
        double[][] table = {{1, 1}, {999, 1}, {1_040, 0}, {1_049, 0}, {5_000, 0}};
        for (double[] row : table) {
            assertEquals((int) row[1], ValidityRules.judge(early(row[0])).size(), "findings at " + row[0] + " ms");
        }
        assertEquals(true, WorkRules.EARLY.isChecked(early(1_049)), "and the report says so");
        assertEquals(false, WorkRules.EARLY.isChecked(open(Arrivals.NONE)), "nothing is known of its path");
    }

    @Test
    void whereCallsFailSomeAreAbandoned() {
        Prediction failing = new Prediction(Double.NaN, Double.NaN, Double.NaN, "hanging calls", -1);
        Run run = good().predicted(failing).work(new Work(Map.of(), 0, 200, null)).run();
        assertEquals(List.of(), ValidityRules.judge(run), "findings");
    }

    @Test
    void anOpenLoopHasNoUsersToMissAndRandomArrivals() {
        Run run = Doctored.run("loom", OPEN, 1, 100).growth(0.1).latency(5000).run();
        assertEquals(List.of(), ValidityRules.judge(run), "findings");
    }

    /** Groups of answers, or unfair turns, are no drift: only what changes throughput and latency both. */
    @Test
    void aLoadIsSteadyWhereOneOfTheTwoStays() {
        assertEquals(List.of(), ValidityRules.judge(good().firstHalf(5_000).run()),
                "a group of answers more in the first half");
        assertEquals(List.of(), ValidityRules.judge(good().growth(0.3).firstHalf(4_750).run()),
                "latencies vary, answers don't");
    }

    /** A story-like pool's figures: 386 answers to 214, at 0.168 s of CPU time to 0.167 s. */
    @Test
    void aGroupOfAnswersMoreInOneHalfIsNoSignOfCompiling() {
        Run run = Doctored.run("pool", LOAD, 1, 60).firstHalf(386)
                .serviceOne(new Usage(0.335, 0.168, MEBIBYTE, 40, 500, 20_000))
                .run();
        assertEquals(List.of(), ValidityRules.judge(run), "findings");
    }

    @Test
    void compilingConcernsCpuTimeAlone() {
        for (Rule rule : List.of(ValidityRules.COST, ValidityRules.COMPILING)) {
            Run run = broken().get(rule);
            assertEquals(Validity.VALID, ValidityRules.validity(run), "throughput and latency");
            assertEquals(Validity.NOT_VALID, ValidityRules.validity(run, Metric.CPU_PER_REQUEST), "CPU time");
        }
    }

    /** As seen of async at 100 users: its compiler was busy in one half alone, its requests cost the same in both. */
    @Test
    void whatTheCompilerUsesIsNoCostOfARequest() {
        Run run = good().serviceOne(new Usage(1, 0.63, MEBIBYTE, 40, 500, 20_000))
                .compilation(new Compilation(0.3, 0.28, 0.02, 0, 0)).run();
        assertEquals(List.of(), ValidityRules.judge(run), "0.35 s in each half");
        assertEquals("73.7", Numbers.text(Metric.CPU_PER_REQUEST.of(run)), "0.7 s for 9,500 requests");
        assertEquals(0.1, Metric.CORES.of(run), "what the whole process kept busy");
    }

    @Test
    void whereNothingTellsTheCompilersTimeItIsInTheCost() {
        Run run = good().serviceOne(new Usage(1, 0.5, MEBIBYTE, 40, 500, 20_000)).silent().run();
        assertEquals("105", Numbers.text(Metric.CPU_PER_REQUEST.of(run)), "1 s for 9,500 requests");
    }
}
