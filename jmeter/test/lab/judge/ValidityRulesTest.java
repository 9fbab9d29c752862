package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Rule.Effect;
import lab.results.Figure;
import lab.results.Metric;
import lab.results.Run.Compilation;
import lab.results.Run.Contention;
import lab.results.Run.Elsewhere;
import lab.results.Run.Jvm;
import lab.results.Run.RemoteGenerator;
import lab.results.Run.Usage;
import lab.results.Run.Work;
import lab.results.Run;
import load.SentArrivals;
import testing.Test;
import text.Numbers;

class ValidityRulesTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 100);
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;
    private static final Set<String> CPU_TIME_RULES = Set.of("cost not steady", "still compiling");

    private record Row(String rule, DoubleFunction<Run> run, double obeys, double breaks, String says) {
        static Row of(String rule, DoubleFunction<Doctored> run, double obeys, double breaks, String says) {
            return new Row(rule, value -> run.apply(value).run(), obeys, breaks, says);
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row("not measured", failed -> failed == 0 ? good().run()
                    : Run.failed("a", LOAD, 1, Prediction.NONE, "died"), 0, 1, "died"),
            Row.of("errors", failed -> good().failed((long) failed), 9, 10, "0.1 % of the requests failed, most often "
                    + "with: 503 Service Unavailable"),
            // The first answer comes 2 ms before the median, and 80 % of the answers come at most 3 ms after it.
            new Row("answered before its waits", ValidityRulesTest::answeredAfter, 1_024, 1_023,
                    "a request has to wait 1,049 ms, and 80.0 % of the answers came sooner, the first after 1,021 ms"),
            Row.of("more than theory allows", throughput -> good().throughput(throughput), 968, 970, "2.1 % more"),
            Row.of("calls abandoned", calls -> good().with(new Work(Map.of(), 0, calls, null)), 95, 96, "96 calls"),
            Row.of("listen queue", dropped -> good().machine(9.2, 0, (long) dropped), 0, 1, "dropped 1 connections"),
            Row.of("generator saturated", cpu -> good().generator(jmeter(cpu)).machine(cpu + 6.2, 0, 0), 10, 10.1,
                    "JMeter used 51 %"),
            Row.of("machine saturated", busy -> good().cpu(8).generator(jmeter(6)).machine(busy, 0, 0), 18, 18.1,
                    "91 % of the machine's CPU time"),
            Row.of("machine disturbed", busy -> good().machine(busy, 0, 0), 10.99, 11.01, "other programs used 10 %"),
            Row.of("cores shared", busy -> good().with(Prediction.CPU_BOUND).machine(busy, 0, 0), 10.99, 11.01,
                    "other programs used 10 % of the machine's CPU time, which was the limit"),
            Row.of("concurrency not reached", millis -> good().latency(millis), 1_001, 999, "949 of 1,000 users"),
            Row.of("users starved", millis -> good().with(Prediction.CPU_BOUND).latency(millis), 1_001, 999,
                    "only 949 of 1,000 users got answers"),
            Row.of("not steady", share -> good().growth(share), 0.051, 0.053, "differed by at least 5.2 %"),
            Row.of("cost not steady", half -> good().serviceOne(cpu(2, half)), 1.08, 1.1, "CPU time differed by 17 %"),
            Row.of("still compiling", seconds -> good().cpu(4).with(new Compilation(seconds, seconds / 2, 0, 0, 0)),
                    2.5, 2.6, "kept 26 % of a core busy"),
            Row.of("heap at its limit", live -> good().jvm(jvm(live, 0)), 800, 801, "80 % of the heap"),
            Row.of("file limit reached", files -> good().serviceOne(new Usage(2, 1, MEBIBYTE, 40, (int) files, 20_000)),
                    19_000, 19_001, "95 % of its file descriptors"),
            Row.of("compiler starved", share -> waiting(share, share).jvm(jvm(20, 1_234)), 0.5, 0.51,
                    "for at least 51 % of each half of the window; methods queued for it at the end: 1,234"),
            Row.of("control group throttled", periods -> good().with(new Contention(100, periods, 0.9, 0)), 1, 2,
                    "2 of its 100 periods"),
            Row.of("memory short", share -> good().with(new Contention(0, 0, 0.1, share)), 0.01, 0.011, "for 1.1 %"),
            Row.of("time stolen", stolen -> good().machine(9.2, stolen, 0), 0.48, 0.49, "gave other machines 5.1 %"),
            Row.of("clocks apart", millis -> good().with(generators(new RemoteGenerator("a:1", 4, 1, 0, millis))), 100,
                    101, "known only to within 101 ms, in a window of 10 s"),
            new Row("arrivals missing", lost -> open(1_000, (long) lost, 4, 30, 0.02), 0, 1, "1 of 1,000 arrivals"),
            new Row("arrival rate not reached", made -> open((long) made, 0, 4, 30, 0.02), 951, 949,
                    "only 949 of 1,000 requests were sent in the window"),
            new Row("arrivals late", millis -> open(1_000, 0, millis, 30, 0.02), 25, 26, "26 ms late or more"),
            new Row("arrivals held up", millis -> open(1_000, 0, 4, millis, 0.02), 250, 251, "sent 251 ms late"),
            // The limit is 10 %, plus 6.2 % that chance may add with 999 gaps.
            new Row("arrivals not random", distance -> open(1_000, 0, 4, 30, distance), 0.161, 0.163, "by 16.3 %"));

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
        return new RemoteGenerator("192.0.2.21:1099", 4, cpuSeconds, 3_600_000, 2);
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

    private static List<String> broken(Run run) {
        return ValidityRules.judge(run).stream().map(finding -> finding.rule().name()).toList();
    }

    @Test
    void eachRuleIsBrokenJustBeyondItsLimit() {
        assertEquals(ValidityRules.ALL.stream().map(Rule::name).toList(), ROWS.stream().map(Row::rule).toList(),
                "a doctored run for every rule");
        for (Row row : ROWS) {
            assertEquals(List.of(), broken(row.run.apply(row.obeys)), row.rule + ", up to " + row.obeys);
            Run run = row.run.apply(row.breaks);
            assertEquals(List.of(row.rule), broken(run), "findings if only this rule is broken: " + row.breaks);
            assertContains(row.says, ValidityRules.judge(run).getFirst().text());
        }
    }

    @Test
    void rulesConsiderTheCircumstancesOfARun() {
        Object[][] table = {
            {failing(0.0909), "", "as many failures as predicted"},
            {failing(0.10), "", "within chance"},
            {failing(0.11), "errors", "fewer failures than predicted"},
            {failing(0.07), "errors", "more failures than predicted"},
            {failing(-1), "", "failures are expected, and their number is unknown"},
            {waiting(0.9, 0.49).run(), "", "the compiler waits in the first half only"},
            {waiting(0.49, 0.9).run(), "", "the compiler waits in the second half only"},
            {good().with(new Contention(0, 0, 0.9, 0)).run(), "", "tasks wait for cores, without a CPU limit"},
            // The next three runs have 2.2 % more answers than predicted.
            {predicted(930, 1000, "arrivals", 0), "", "arrivals are random"},
            {predicted(930, 1000, "users", -1), "", "failures are random"},
            {predicted(930, 31.5, "permits", 0), "", "permits become free in groups"},
            {good().with(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0).run(), "",
                "a route that only computes is meant to keep the machine busy"},
            {good().with(new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, "hanging calls", -1))
                    .with(new Work(Map.of(), 0, 200, null)).run(), "", "if calls hang, some are abandoned"},
            {Doctored.run("loom", OPEN, 1, 100).growth(0.1).latency(5000).run(), "",
                "an open loop has no users who could be missing"},
            // A drift changes both throughput and latency. Groups of answers or unfair scheduling change only one.
            {good().firstHalf(5_000).run(), "", "the first half has one more group of answers"},
            {good().growth(0.3).firstHalf(4_750).run(), "", "latencies vary, throughput does not"},
            {Doctored.run("pool", LOAD, 1, 60).firstHalf(386).serviceOne(cpu(0.335, 0.168)).run(), "",
                "a pool answers in groups: CPU time is the same in both halves"},
            {good().with(generators(generator(19))).run(), "", "less than half of a generator's four cores"},
            {good().with(generators(generator(1), generator(21))).run(), "generator saturated",
                "one of two generators is too busy"},
        };
        for (Object[] row : table) {
            assertEquals(row[1].equals("") ? List.of() : List.of(row[1]), broken((Run) row[0]), (String) row[2]);
        }
    }

    /** Of equally grave findings, the first counts, because rules about causes come first. */
    @Test
    void theGravestFindingIsChosen() {
        Run run = good().serviceOne(cpu(2, 1.2)).machine(10, 2, 0).growth(0.1).run();
        assertEquals(List.of("machine disturbed", "not steady", "cost not steady", "time stolen"), broken(run));
        assertEquals("not steady", ValidityRules.gravest(run).orElseThrow().rule().name());
        Run quick = good().with(new Prediction(950, 1.049, 1000, "users").waitingAtLeast(1.049)).throughput(9_000)
                .latency(3).cpu(8).generator(jmeter(7)).machine(19, 0, 0).run();
        assertEquals("answered before its waits", ValidityRules.gravest(quick).orElseThrow().rule().name());
        for (Row row : ROWS.stream().filter(each -> CPU_TIME_RULES.contains(each.rule)).toList()) {
            Run costly = row.run.apply(row.breaks);
            assertEquals(Validity.VALID, ValidityRules.validity(costly, Figure.THROUGHPUT), "throughput: " + row.rule);
            assertEquals(Validity.NOT_VALID, ValidityRules.validity(costly, Figure.CPU_TIME), row.rule);
        }
    }

    @Test
    void unknownValuesCountAsNotChecked() {
        Usage unknown = new Usage(UNKNOWN, UNKNOWN, -1, -1, -1, -1);
        assertUnchecked(good().serviceOne(unknown).generator(unknown).machine(UNKNOWN, UNKNOWN, -1).jvm(Jvm.NONE)
                .with(new Contention(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)).with(Doctored.NO_JVM).run(),
                "machine disturbed", "compiler starved", "control group throttled", "memory short", "time stolen");
        assertUnchecked(Doctored.run("loom", OPEN, 1, 100).with(SentArrivals.NONE).run(), "arrivals missing",
                "arrival rate not reached", "arrivals late", "arrivals held up", "arrivals not random",
                "answered before its waits");
        assertUnchecked(good().with(generators(generator(UNKNOWN), generator(1))).run(), "generator saturated");
        assertEquals(List.of(), unchecked(answeredAfter(1_049), List.of("answered before its waits")),
                "the waits of the path are known");
    }

    @Test
    void figuresThatReachTheirBoundWereNotDisturbed() {
        Doctored noisy = good().machine(19, 0, 0);
        assertDoubted("p99 and CPU time", noisy, "all cores are busy, but throughput reaches its bound");
        assertDoubted("p99 and CPU time", noisy.with(new Prediction(959, 1.043, 1000, "users")),
                "0.94 % below the bound");
        assertDoubted("throughput, p50, p99 and CPU time", noisy.with(new Prediction(961, 1.04, 1000, "users")),
                "1.1 % below the bound");
        assertDoubted("every figure", good().failed(1_000), "failed requests free capacity");
        assertDoubted("every figure", good().throughput(980), "throughput above the bound means different work");
        assertDoubted("p50 and p99", good().with(new Prediction(950, 1.05, 1000, "carriers")).latency(900),
                "the waits of starved users are missing");
        assertDoubted("p99 and CPU time", arriving(100, 125), "the median latency is near the wait of 120 ms");
        assertDoubted("p50, p99 and CPU time", arriving(100, 129),
                "the median latency is longer, but all arrivals are answered");
        assertDoubted("throughput, p50, p99 and CPU time", arriving(98, 129), "not all arrivals are answered");
        assertDoubted("p50 and p99", Doctored.run("loom", OPEN, 1, 100)
                .with(new SentArrivals(1_000, 1_000, 0, 26, 30, 999, 0.02)),
                "no latency includes the wait of a late arrival");
    }

    private static Doctored arriving(double throughput, double millis) {
        return Doctored.run("loom", OPEN, 1, 100).with(new Prediction(100, 0.12, 12, "arrivals"))
                .throughput(throughput).latency(millis).machine(19, 0, 0);
    }

    private static void assertDoubted(String figures, Doctored doctored, String why) {
        Run run = doctored.run();
        assertEquals(figures, Figure.names(ValidityRules.judge(run).stream().flatMap(finding ->
                finding.doubted().stream()).collect(Collectors.toSet())), why + ": " + broken(run));
    }

    private static List<String> unchecked(Run run, List<String> rules) {
        return ValidityRules.ALL.stream().filter(rule -> !rule.isChecked(run)).map(Rule::name)
                .filter(rules::contains).toList();
    }

    private static void assertUnchecked(Run run, String... rules) {
        assertEquals(List.of(), broken(run), "unknown values break no rule");
        assertEquals(Set.of(rules), Set.copyOf(unchecked(run, List.of(rules))), "not checked");
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

    @Test
    void aDelayDoesNotDoubtWhatReachesTheory() {
        Map<Effect, String> texts = Map.of(Effect.COSTS, "CPU time is in doubt",
                Effect.SPOILS, "every figure is in doubt",
                Effect.DELAYS, "p99 is in doubt; p50, too, unless it reaches what theory allows",
                Effect.SLOWS, "p99 and CPU time are in doubt; throughput and p50, too, unless they reach what theory "
                        + "allows");
        texts.forEach((effect, text) -> assertEquals(text, effect.text()));
    }
}
