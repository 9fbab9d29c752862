package lab.judge;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import common.json.JsonWriter;
import common.json.Records;
import common.text.Numbers;
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
import load.SentArrivals;
import testing.Test;

/** Each rule fires on a run that is doctored to break it, and on no other. */
class ValidityRulesTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Load OPEN = Load.open("/meetings", 100);
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;

    /** A run that breaks one rule alone, and a part of what is said of it. */
    private record Row(String rule, Run run, String says) {
    }

    private static final List<Row> BROKEN = List.of(
            new Row("not measured", Run.failed("loom", LOAD, 1, Prediction.NONE, "loom exited with code 1"),
                    "loom exited with code 1"),
            new Row("errors", good().failed(100).run(),
                    "1.0 % of the requests failed, most often with: 503 Service Unavailable"),
            new Row("answered before its waits", early(3), "not the same work: a request has to wait 1,049 ms, and "
                    + "100.0 % of the answers came sooner, the first after 1 ms"),
            new Row("more than theory allows", good().throughput(980).run(),
                    "3.2 % more answers than the waits of the calls allow"),
            new Row("calls abandoned", good().work(new Work(Map.of(), 0, 200, null)).run(),
                    "200 calls for 9,500 answers were abandoned"),
            new Row("listen queue", good().machine(9.2, 0, 3).run(), "dropped 3 connections"),
            new Row("generator saturated", good().generator(jmeter(10.5)).machine(16.6, 0, 0).run(),
                    "JMeter used 53 % of its machine's CPU time"),
            new Row("machine saturated", good().cpu(8).generator(jmeter(7)).machine(19, 0, 0).run(),
                    "95 % of the machine's CPU time was used"),
            new Row("machine disturbed", good().machine(12, 0, 0).run(),
                    "others used 15 % of the machine's CPU time"),
            new Row("cores shared", good().predicted(Prediction.CPU_BOUND).machine(12, 0, 0).run(),
                    "others used 15 % of the machine's CPU time, which was the limit"),
            new Row("concurrency not reached", good().latency(900).run(), "855 of 1,000 users were in flight"),
            new Row("users starved", good().predicted(Prediction.CPU_BOUND).latency(900).run(),
                    "the answers are those of 855 of 1,000 users"),
            new Row("not steady", good().growth(0.1).run(), "throughput and mean latency differed by 9.5 %"),
            new Row("cost not steady", good().serviceOne(cpu(2, 1.2)).run(),
                    "CPU time differed by 33 % between the window's halves, beside 20 ms"),
            new Row("still compiling", good().cpu(4).compilation(new Compilation(2.6, 1.3, 0.02, 0, 0)).run(),
                    "its JVM's compiler kept 26 % of a core busy"),
            new Row("heap at its limit", good().jvm(new Jvm("25", 900 * MEBIBYTE, 1000 * MEBIBYTE, 1, 2, 0)).run(),
                    "90 % of the heap"),
            new Row("file limit reached", good().serviceOne(new Usage(2, 1, MEBIBYTE, 40, 19_800, 20_000)).run(),
                    "99 % of its file descriptors"),
            new Row("compiler starved", good().compilation(new Compilation(0.1, 0.05, 0, 0.9, 0.6))
                    .jvm(new Jvm("25", 20 * MEBIBYTE, 1000 * MEBIBYTE, 1, 2, 1_234)).run(),
                    "for at least 60 % of each half of the window; methods queued for it at the end: 1,234"),
            new Row("control group throttled", good().contention(new Contention(100, 2, 0.1, 0)).run(),
                    "(cgroup) stopped the programs in 2 of its 100 periods"),
            new Row("memory short", good().contention(new Contention(0, 0, 0.1, 0.02)).run(),
                    "for 2.0 % of the window some program waited for memory"),
            new Row("time stolen", good().machine(9.2, 0.8, 0).run(),
                    "gave others 8.0 % of the CPU time that was wanted"),
            new Row("clocks apart", good().elsewhere(generators(new RemoteGenerator("192.0.2.21:1099", 4, 1, 0, 101)))
                    .run(), "a generator's clock is known to 101 ms only, in a window of 10 s"),
            new Row("arrivals missing", open(new SentArrivals(1000, 999, 1, 4, 30, 999, 0.02)),
                    "1 of 1,000 arrivals were never sent"),
            new Row("arrival rate not reached", open(new SentArrivals(1000, 940, 0, 4, 30, 939, 0.02)),
                    "940 requests were sent in the window, 1,000 were to be"),
            new Row("arrivals late", open(new SentArrivals(1000, 1000, 0, 26, 30, 999, 0.02)),
                    "half of the requests were sent 26 ms late or more"),
            new Row("arrivals held up", open(new SentArrivals(1000, 1000, 0, 4, 1012, 999, 0.02)),
                    "a request was sent 1,012 ms late"),
            new Row("arrivals not random", open(new SentArrivals(1000, 1000, 0, 4, 30, 999, 0.17)),
                    "differ by 17.0 % from those asked for"));

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

    /** Of four cores, which have 40 CPU seconds in ten seconds. */
    private static RemoteGenerator generator(double cpuSeconds) {
        return new RemoteGenerator("192.0.2.21:1099", 4, cpuSeconds, 3_600_000, 2);
    }

    private static Run open(SentArrivals arrivals) {
        return Doctored.run("loom", OPEN, 1, 100).arrivals(arrivals).run();
    }

    /** In an open loop, where a request waits 1,049 ms. The first answer comes 2 ms before the median. */
    private static Run early(double millis) {
        return Doctored.run("mine", OPEN, 1, 100)
                .predicted(new Prediction(100, 1.049, 105, "arrivals").waitingAtLeast(1.049)).latency(millis).run();
    }

    private static Doctored compilerWaiting(double first, double second) {
        return good().compilation(new Compilation(0.1, 0.05, 0, first, second));
    }

    private static Doctored throttled(double periods, double throttled) {
        return good().contention(new Contention(periods, throttled, 0.9, 0));
    }

    /** Where 9.1 % fail, of which chance explains 1.1 % more or less. */
    private static Run failing(double predicted) {
        return good().failed(950).predicted(new Prediction(950, 1000 / 950.0, 1000, "users", predicted)).run();
    }

    private static Run predicted(double throughput, double inFlight, String limit, double failing) {
        return good().predicted(new Prediction(throughput, 1, inFlight, limit, failing)).run();
    }

    private static List<String> broken(Run run) {
        return ValidityRules.judge(run).stream().map(finding -> finding.rule().name()).toList();
    }

    private static boolean isChecked(String name, Run run) {
        return ValidityRules.ALL.stream().filter(rule -> rule.name().equals(name)).findFirst().orElseThrow()
                .isChecked(run);
    }

    private static Run broken(String rule) {
        return BROKEN.stream().filter(row -> row.rule().equals(rule)).findFirst().orElseThrow().run();
    }

    @Test
    void eachIsBrokenByItsOwnRunAloneAndTellsTheFigures() {
        assertEquals(ValidityRules.ALL.stream().map(Rule::name).toList(), BROKEN.stream().map(Row::rule).toList(),
                "a doctored run for every rule");
        for (Row row : BROKEN) {
            assertEquals(List.of(row.rule()), broken(row.run()), "what is found where only this is wrong");
            assertContains(row.says(), ValidityRules.judge(row.run()).getFirst().text());
        }
    }

    /** Runs beside the limits: to each, why it breaks one rule, or none. */
    @Test
    void whatIsNearALimit() {
        Object[][] table = {
            {good().run(), "", "a good run"},
            {failing(0.0909), "", "as many failures as predicted"},
            {failing(0.10), "", "within chance"},
            {failing(0.11), "errors", "fewer than predicted"},
            {failing(0.07), "errors", "more"},
            {failing(-1), "", "some, and nobody knows how many"},
            // Waiting in one half alone changes the halves; half of the time is still half a core.
            {compilerWaiting(0.9, 0.49).run(), "", "the compiler waits in one half"},
            {compilerWaiting(0.49, 0.9).run(), "", "in the other"},
            {compilerWaiting(0.5, 0.5).run(), "", "half of the time"},
            {compilerWaiting(0.51, 0.51).run(), "compiler starved", "more of it"},
            {throttled(0, 0).run(), "", "no limit on CPU time"},
            {throttled(100, 1).run(), "", "a hundredth of its periods"},
            {throttled(99, 1).run(), "control group throttled", "more"},
            {early(999), "answered before its waits", "a call of 50 ms beside the three of 333 ms: 4.8 % sooner"},
            {early(1_040), "", "within what the clocks may do"},
            {early(5_000), "", "later"},
            // Where arrivals or failures are by chance, and permits come in groups, more is no other work.
            {predicted(930, 1000, "arrivals", 0), "", "arrivals are by chance"},
            {predicted(930, 1000, "users", -1), "", "and so are failures"},
            {predicted(930, 31.5, "permits", 0), "", "permits become free in groups"},
            {predicted(932, 1000, "users", 0), "", "within 2 %"},
            {good().predicted(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0).run(), "",
                "a busy machine is the purpose of a route that only computes"},
            {good().predicted(new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, "hanging calls", -1))
                    .work(new Work(Map.of(), 0, 200, null)).run(), "", "where calls fail some are abandoned"},
            {Doctored.run("loom", OPEN, 1, 100).growth(0.1).latency(5000).run(), "",
                "an open loop has no users to miss"},
            // Groups of answers, or unfair turns, are no drift: only what changes throughput and latency both.
            {good().firstHalf(5_000).run(), "", "a group of answers more in the first half"},
            {good().growth(0.3).firstHalf(4_750).run(), "", "latencies vary, answers don't"},
            {Doctored.run("pool", LOAD, 1, 60).firstHalf(386).serviceOne(cpu(0.335, 0.168)).run(), "",
                "386 answers to 214, at 0.168 s of CPU time to 0.167 s, as a story's pool had"},
            {good().elsewhere(generators(generator(19))).run(), "", "a generator of four cores"},
            {good().elsewhere(generators(generator(1), generator(21))).run(), "generator saturated", "the busiest"},
        };
        for (Object[] row : table) {
            assertEquals(row[1].equals("") ? List.of() : List.of(row[1]), broken((Run) row[0]), (String) row[2]);
        }
    }

    @Test
    void whatMakesARunNotValidIsGraverThanWhatAsksForCareOrConcernsCpuTime() {
        Run run = good().serviceOne(cpu(2, 1.2)).machine(10, 2, 0).growth(0.1).run();
        assertEquals(List.of("machine disturbed", "not steady", "cost not steady", "time stolen"), broken(run));
        assertEquals("not steady", ValidityRules.gravest(run).orElseThrow().rule().name());
    }

    /** Who answers without waiting makes all that the machine can. */
    @Test
    void workThatIsLeftOutIsTheCauseOfASaturatedMachine() {
        Run run = good().predicted(new Prediction(950, 1.049, 1000, "users").waitingAtLeast(1.049)).throughput(9_000)
                .latency(3).cpu(8).generator(jmeter(7)).machine(19, 0, 0).run();
        assertEquals("answered before its waits", ValidityRules.gravest(run).orElseThrow().rule().name());
    }

    @Test
    void whatIsNotKnownBreaksNothingAndTheReportSaysThatItIsNotChecked() {
        Usage unknown = new Usage(UNKNOWN, UNKNOWN, -1, -1, -1, -1);
        Run silent = good().serviceOne(unknown).generator(unknown).machine(UNKNOWN, UNKNOWN, -1).jvm(Jvm.NONE)
                .contention(new Contention(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN))
                .compilation(Doctored.NO_JVM).run();
        assertEquals(List.of(), broken(silent), "findings where the machine tells nothing");
        for (String rule : List.of("machine disturbed", "compiler starved", "control group throttled", "memory short",
                "time stolen")) {
            assertEquals(false, isChecked(rule, silent), rule);
        }
        Run run = open(SentArrivals.NONE);
        assertEquals(List.of(), broken(run), "findings where nothing is known of arrivals and path");
        assertEquals(List.of(), ValidityRules.ALL.stream().map(Rule::name)
                .filter(rule -> rule.startsWith("arrival") && isChecked(rule, run)).toList(), "checked");
        assertEquals(false, isChecked("answered before its waits", run), "nothing is known of its path");
        assertEquals(true, isChecked("answered before its waits", early(1_049)), "here it is");
        assertEquals(false, isChecked("generator saturated",
                good().elsewhere(generators(generator(UNKNOWN), generator(1))).run()), "one does not tell");
    }

    @Test
    void compilingConcernsCpuTimeAlone() {
        for (String rule : List.of("cost not steady", "still compiling")) {
            assertEquals(Validity.VALID, ValidityRules.validity(broken(rule)), "throughput and latency");
            assertEquals(Validity.NOT_VALID, ValidityRules.validity(broken(rule), Metric.CPU_PER_REQUEST), "CPU time");
        }
    }

    /** As seen of async at 100 users: its compiler was busy in one half alone, its requests cost the same in both. */
    @Test
    void whatTheCompilerUsesIsNoCostOfARequest() {
        Run run = good().serviceOne(cpu(1, 0.63)).compilation(new Compilation(0.3, 0.28, 0.02, 0, 0)).run();
        assertEquals(List.of(), broken(run), "0.35 s in each half");
        assertEquals("73.7", Numbers.text(Metric.CPU_PER_REQUEST.of(run)), "0.7 s for 9,500 requests");
        assertEquals(0.1, Metric.CORES.of(run), "what the whole process kept busy");
        assertEquals("105", Numbers.text(Metric.CPU_PER_REQUEST.of(good().serviceOne(cpu(1, 0.5)).silent().run())),
                "1 s for 9,500 requests, where nothing tells the compiler's time");
    }

    /** Doctored runs have 2 s of service one, 4 of service two, 3 of JMeter; 0.2 s of the 9.2 are others'. */
    @Test
    void serviceTwosCpuTimeElsewhereIsNotThisMachines() throws Exception {
        Run here = good().run();
        Run apart = good().machine(5.2, 0, 0).elsewhere(new Elsewhere(true, List.of(generator(1)))).run();
        assertEquals("1.0 %", Numbers.percent(here.measured().othersShare()));
        assertEquals("1.0 %", Numbers.percent(apart.measured().othersShare()));
        assertEquals(1e6 * 9.0 / 9_500, Metric.CPU_OF_ALL.of(here));
        assertEquals(1e6 * 5.0 / 9_500, Metric.CPU_OF_ALL.of(apart));
        assertEquals(apart.measured().elsewhere(),
                Records.read(Run.class, JsonWriter.text(apart)).measured().elsewhere(), "results have it");
    }
}
