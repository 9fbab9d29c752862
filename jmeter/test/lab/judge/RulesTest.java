package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import lab.Doctored;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.define.Predictor;
import lab.judge.Rule.Finding;
import lab.judge.Rule.Kind;
import lab.results.Metric;
import lab.results.Run.Beside;
import lab.results.Run.Compilation;
import lab.results.Run.Contention;
import lab.results.Run.Elsewhere;
import lab.results.Run.Jvm;
import lab.results.Run.RemoteGenerator;
import lab.results.Run.Requests;
import lab.results.Run.Usage;
import lab.results.Run.Work;
import lab.results.Run;
import load.SentArrivals;
import testing.Test;
import text.Numbers;

class RulesTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 100);
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;

    private record Row(Rule rule, DoubleFunction<Run> run, double obeys, double breaks, String says) {
        static Row of(Rule rule, DoubleFunction<Doctored> run, double obeys, double breaks, String says) {
            return new Row(rule, value -> run.apply(value).run(), obeys, breaks, says);
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row(Rules.NOT_MEASURED, failed -> failed == 0 ? good().run()
                    : Run.failed("a", LOAD, 1, Prediction.NONE, "died"), 0, 1, "died"),
            Row.of(Rules.FAILURES, failed -> good().failed((long) failed), 95, 97, "1.0 % of the requests failed "
                    + "unexpectedly, most often with: 503 Service Unavailable"),
            // The first answer comes 2 ms before the median, and 80 % of the answers come at most 3 ms after it.
            new Row(Rules.EARLY, RulesTest::answeredAfter, 1_024, 1_023,
                    "80 % of the answers came sooner than the waits allow (1,049 ms)"),
            Row.of(Rules.BEYOND_THEORY, throughput -> good().throughput(throughput), 968, 970, "2.1 % above"),
            Row.of(Rules.ABANDONED, calls -> good().with(new Work(Map.of(), 0, calls, null)), 95, 96, "calls: 1.0 %"),
            new Row(Rules.ARRIVALS, lost -> open(1_000, (long) lost, 4, 30, 0.02), 0, 1, "1 arrivals were never sent"),
            new Row(Rules.ARRIVALS, made -> open((long) made, 0, 4, 30, 0.02), 951, 949, "5.1 % of the arrivals"),
            new Row(Rules.ARRIVALS, millis -> open(1_000, 0, millis, 30, 0.02), 25, 26, "half of the requests"),
            new Row(Rules.ARRIVALS, millis -> open(1_000, 0, 4, millis, 0.02), 250, 251, "sent 251 ms late"),
            // The limit is 10 %, plus 6.2 % that chance may add with 999 gaps.
            new Row(Rules.ARRIVALS, distance -> open(1_000, 0, 4, 30, distance), 0.161, 0.163, "by 10 %"),
            Row.of(Rules.GENERATOR, cpu -> good().generator(jmeter(cpu)).machine(cpu + 6.2, 0, 0), 10, 10.1,
                    "JMeter used 51 %"),
            Row.of(Rules.CONCURRENCY, millis -> good().latency(millis), 1_001, 999, "5.1 % of the users waited"),
            Row.of(Rules.STARVED, millis -> good().with(Prediction.CPU_BOUND).latency(millis), 1_001, 999,
                    "5.1 % of the users got no answer"),
            Row.of(Rules.UNLIKE, answers -> good().unlike((long) answers), 9, 950,
                    "10 % of the answers are unlike most others: they begin with \"message\""),
            Row.of(Rules.MACHINE, busy -> good().machine(busy, 0, 0), 10.99, 11.01, "other programs used 10 %"),
            Row.of(Rules.MACHINE, stolen -> good().machine(9.2, stolen, 0), 0.48, 0.49, "gave other machines 5.1 %"),
            Row.of(Rules.MACHINE, periods -> good().with(new Contention(100, periods, 0.9, 0)), 1, 2,
                    "2.0 % of its periods"),
            Row.of(Rules.MACHINE, share -> good().with(new Contention(0, 0, 0.1, share)), 0.01, 0.011, "for 1.1 %"),
            Row.of(Rules.MACHINE, busy -> good().cpu(8).generator(jmeter(6)).machine(busy, 0, 0), 18, 18.1,
                    "91 % of the machine's CPU time"),
            Row.of(Rules.UNSTEADY, share -> good().growth(share), 0.051, 0.053, "differed by 5.2 %"),
            Row.of(Rules.UNSTEADY, half -> good().serviceOne(cpu(2, half)), 1.08, 1.1, "CPU time differed by 17 %"),
            Row.of(Rules.COLD, seconds -> good().cpu(4).with(new Compilation(seconds, seconds / 2, 0, 0, 0)),
                    2.5, 2.6, "kept 26 % of a core busy"),
            Row.of(Rules.COLD, share -> waiting(share, share).jvm(jvm(20, 1_234)), 0.5, 0.51, "for 51 % of each half"),
            Row.of(Rules.LIMIT, live -> good().jvm(jvm(live, 0)), 800, 801, "80 % of the heap"),
            Row.of(Rules.LIMIT, files -> good().serviceOne(new Usage(2, 1, MEBIBYTE, 40, (int) files, 20_000)),
                    19_000, 19_001, "95 % of its file descriptors"),
            Row.of(Rules.LIMIT, dropped -> good().machine(9.2, 0, (long) dropped), 0, 1, "dropped 1 connections"));

    private static Doctored good() {
        return Doctored.run("loom", LOAD, 1, 950);
    }

    private static Usage cpu(double seconds, double firstHalf) {
        return new Usage(seconds, firstHalf, MEBIBYTE, 40, 500, 20_000);
    }

    private static Usage jmeter(double cpuSeconds) {
        return new Usage(cpuSeconds, cpuSeconds / 2, 1, 1, 1, 20_000);
    }

    private static Elsewhere generators(RemoteGenerator... all) {
        return new Elsewhere(false, List.of(all));
    }

    private static RemoteGenerator generator(double cpuSeconds) {
        return new RemoteGenerator("192.0.2.21:1099", 4, cpuSeconds);
    }

    private static Jvm jvm(double live, long queued) {
        return new Jvm("25", (long) live * MEBIBYTE, 1000 * MEBIBYTE, 1, 2, queued);
    }

    private static Run open(long made, long missing, double late, double latest, double distance) {
        return Doctored.run("loom", OPEN, 1, 100)
                .with(new SentArrivals(1_000, made, missing, late, latest, 999, distance)).run();
    }

    private static Run answeredAfter(double millis) {
        return Doctored.run("mine", OPEN, 1, 100)
                .with(new Prediction(100, 1.049, 105, "arrivals").waitingAtLeast(1.049)).latency(millis).run();
    }

    private static Doctored waiting(double first, double second) {
        return good().with(new Compilation(0.1, 0.05, 0, first, second));
    }

    /** 9.1 % of the requests fail. Chance explains up to 1.1 percentage points either way. */
    private static Run failing(double predicted) {
        return good().failed(950).with(new Prediction(950, 1000 / 950.0, 1000, "users", predicted)).run();
    }

    private static Run predicted(double throughput, double inFlight, String limit, double failing) {
        return good().with(new Prediction(throughput, 1, inFlight, limit, failing)).run();
    }

    private static List<Rule> broken(Run run) {
        return Rules.judge(run).stream().map(Finding::rule).toList();
    }

    @Test
    void eachCheckFailsJustBeyondItsLimit() {
        assertEquals(Rules.ALL.stream().flatMap(rule -> rule.checks().stream().map(_ -> rule)).toList(),
                ROWS.stream().map(Row::rule).toList(), "a doctored run for every check");
        for (Row row : ROWS) {
            assertEquals(List.of(), broken(row.run.apply(row.obeys)), row.says + ", up to " + row.obeys);
            Run run = row.run.apply(row.breaks);
            assertEquals(List.of(row.rule), broken(run), "findings if only this rule is broken: " + row.breaks);
            assertContains(row.says, Rules.judge(run).getFirst().text());
            assertEquals(row.rule.kind() == Kind.EXPLANATION, Rules.isValid(run), "an explanation never invalidates");
        }
    }

    @Test
    void rulesConsiderTheCircumstancesOfARun() {
        Prediction changing = new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, Prediction.CHANGING);
        assertEquals(false, Doctored.run("a", OPEN, 1, 100).grows(1).with(changing).run().queueGrows(),
                "it may shrink");
        Object[][] table = {
            {failing(0.0909), null, "as many failures as predicted"},
            {failing(0.11), null, "fewer failures than predicted"},
            {failing(0.08), null, "within one percentage point and chance"},
            {failing(0.06), Rules.FAILURES, "more failures than predicted"},
            {failing(-1), null, "failures are expected, and their number is unknown"},
            {waiting(0.9, 0.49).run(), null, "the compiler waits in the first half only"},
            {waiting(0.49, 0.9).run(), null, "the compiler waits in the second half only"},
            {good().with(new Contention(0, 0, 0.9, 0)).run(), null, "tasks wait for cores, without a CPU limit"},
            // The next three runs have 2.2 % more answers than predicted.
            {predicted(930, 1000, Prediction.ARRIVALS, 0), null, "arrivals are random"},
            {predicted(930, 1000, Prediction.USERS, -1), null, "failures are random"},
            {predicted(930, 31.5, Prediction.PERMITS, 0), null, "permits become free in groups"},
            {good().with(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0).run(), null,
                "a route that only computes is meant to keep the machine busy"},
            {good().with(new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, "hanging calls", -1))
                    .with(new Work(Map.of(), 0, 200, null)).run(), null, "if calls hang, some are abandoned"},
            {Doctored.run("loom", OPEN, 1, 100).growth(0.1).latency(5000).run(), null,
                "an open loop has no users who could be missing"},
            // A drift changes both throughput and latency. Groups of answers or unfair scheduling change only one.
            {good().growth(0.3).serviceOne(cpu(2, 0.5)).with(changing).run(), null, "delays change on purpose"},
            {good().firstHalf(5_000).run(), null, "the first half has one more group of answers"},
            {good().growth(0.3).firstHalf(4_750).run(), null, "latencies vary, throughput does not"},
            {Doctored.run("pool", LOAD, 1, 60).firstHalf(386).serviceOne(cpu(0.335, 0.168)).run(), null,
                "a pool answers in groups: CPU time is the same in both halves"},
            {good().with(generators(generator(19))).run(), null, "less than half of a generator's four cores"},
            {good().with(generators(generator(1), generator(21))).run(), Rules.GENERATOR,
                "one of two generators is too busy"},
        };
        for (Object[] row : table) {
            assertEquals(row[1] == null ? List.of() : List.of(row[1]), broken((Run) row[0]), (String) row[2]);
        }
    }

    @Test
    void aSecondLoadMustBeAsStatedToo() {
        Run second = open(900, 3, 4, 30, 0.02);
        Run run = good().with(beside(second)).run();
        assertEquals(List.of("second load: 3 arrivals were never sent", "second load: 10.0 % of the arrivals were not "
                + "sent in the window"), Rules.judge(run).stream().map(Finding::text).toList());
        assertEquals(true, Rules.isBroken(Rules.ARRIVALS, run));
        assertEquals(List.of(), broken(good().with(beside(open(1_000, 0, 4, 30, 0.02))).run()));
        assertEquals(List.of(Rules.UNSTEADY), broken(good().growth(0.3).with(beside(second(Prediction.NONE))).run()));
        assertEquals(List.of(), broken(good().growth(0.3).with(beside(second(new Prediction(UNKNOWN, UNKNOWN, UNKNOWN,
                Prediction.CHANGING)))).run()), "the second load's delays change");
    }

    private static Run second(Prediction predicted) {
        return Doctored.run("loom", OPEN, 1, 100).with(predicted).run();
    }

    private static Beside beside(Run second) {
        return new Beside(second.load(), second.predicted(), 10, second.measured().requests());
    }

    @Test
    void eachLoadHasItsFiguresAndBothShareTheCost() {
        Requests requests = second(Prediction.NONE).measured().requests();
        Beside half = new Beside(OPEN, Prediction.NONE, 5, requests);
        Run run = good().with(half).run();
        assertEquals(List.of(950.0, 200.0), List.of(Metric.THROUGHPUT.of(run), Metric.THROUGHPUT_BESIDE.of(run)),
                "1,000 answers in 5 s");
        assertEquals(UNKNOWN, Metric.THROUGHPUT_BESIDE.of(good().run()), "no second load");
        assertEquals(1e6 * 1.9 / 11_500, Metric.CPU_PER_REQUEST.of(run), "1.9 s for 9,500 and 2,000 requests");
        assertEquals(0.01, Metric.ABANDONED.of(good().with(half).with(new Work(Map.of(), 0,
                115, null)).run()), "115 calls");
    }

    /** {@code failures = expected} switches off these two rules, and no other. */
    @Test
    void expectedFailuresAndAbandonedCallsAreNoFault() throws Exception {
        for (String line : List.of("", "failures = expected\n")) {
            Experiment experiment = ExperimentFile.parse("e", line + "users = 1000\ncontender.a = loom", Map.of());
            Prediction predicted = Predictor.predict(experiment, experiment.contenders().getFirst(), LOAD, 2);
            Run run = good().with(predicted).failed(500).with(new Work(Map.of(), 0, 500, null)).run();
            assertEquals(line.isEmpty() ? List.of(Rules.FAILURES, Rules.ABANDONED) : List.of(), broken(run), line);
            assertEquals(false, Rules.isValid(good().with(predicted).latency(1_000).run()), "early: " + line);
        }
    }

    @Test
    void whatWasNotMeasuredIsUnknown() {
        Usage unknown = new Usage(UNKNOWN, UNKNOWN, -1, -1, -1, -1);
        assertUnknown(good().serviceOne(unknown).generator(unknown).machine(UNKNOWN, UNKNOWN, -1).jvm(Jvm.NONE)
                .with(new Contention(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)).with(Doctored.NO_JVM).run(), Rules.MACHINE,
                Rules.COLD);
        assertUnknown(Doctored.run("loom", OPEN, 1, 100).with(SentArrivals.NONE).run(), Rules.ARRIVALS, Rules.EARLY);
        assertUnknown(good().with(generators(generator(UNKNOWN), generator(1))).run(), Rules.GENERATOR);
        assertEquals(true, Rules.EARLY.isKnown(answeredAfter(1_049)), "the waits of the path are known");
    }

    private static void assertUnknown(Run run, Rule... rules) {
        assertEquals(List.of(), broken(run), "unknown values break no rule");
        assertEquals(List.of(), Stream.of(rules).filter(rule -> rule.isKnown(run)).toList(), "known rules");
    }

    @Test
    void cpuTimeLeavesOutTheCompilerAndOtherMachines() {
        Run run = good().serviceOne(cpu(1, 0.63)).with(new Compilation(0.3, 0.28, 0.02, 0, 0)).run();
        assertEquals(List.of(), broken(run), "0.35 s in each half without the compiler");
        assertEquals("73.7", Numbers.text(Metric.CPU_PER_REQUEST.of(run)), "0.7 s for 9,500 requests");
        assertEquals(0.1, Metric.CORES.of(run), "the whole process, with its compiler");
        Run notJvm = good().serviceOne(cpu(1, 0.5)).withoutCompilation().run();
        assertEquals("105", Numbers.text(Metric.CPU_PER_REQUEST.of(notJvm)),
                "1 s for 9,500 requests: the compiler's time is unknown");
        Run apart = good().machine(5.2, 0, 0).with(new Elsewhere(true, List.of(generator(1)))).run();
        assertEquals("1.0 %", Numbers.percent(apart.measured().othersShare()),
                "service two used its 4 s on another machine");
        assertEquals(1e6 * 9.0 / 9_500, Metric.CPU_OF_ALL.of(good().run()), "all programs: 9 s");
        assertEquals(1e6 * 5.0 / 9_500, Metric.CPU_OF_ALL.of(apart), "without service two: 5 s");
    }
}
