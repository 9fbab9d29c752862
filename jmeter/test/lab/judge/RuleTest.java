package lab.judge;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Limit;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import experiment.SentArrivals;
import lab.Doctored;
import lab.judge.Rule.Finding;
import testing.Test;
import testing.Words;
import text.Numbers;

class RuleTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;
    private static final Prediction CHANGING = new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, Limit.CHANGES);

    private record Row(Rule rule, DoubleFunction<Doctored> run, double obeys, double breaks) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(Rule.FAILURES, failed -> good().failed((long) failed), 95, 97),
            // The first answer comes 2 ms before the median, and 80 % of the answers come at most 3 ms after it.
            new Row(Rule.EARLY, millis -> open().with(new Prediction(100, 1.049, 105, Limit.ARRIVALS).waitingAtLeast(
                    1.049)).latency(millis), 1_024, 1_023),
            new Row(Rule.BEYOND_THEORY, rate -> predicted(rate, 1000, Limit.USERS, 0), 932, 930),
            new Row(Rule.ABANDONED, calls -> good().with(abandoned(calls)), 95, 96),
            new Row(Rule.ARRIVALS, lost -> open(1_000, (long) lost, 4, 30, 0.02), 0, 1),
            new Row(Rule.ARRIVALS, made -> open((long) made, 0, 4, 30, 0.02), 951, 949),
            new Row(Rule.ARRIVALS, millis -> open(1_000, 0, millis, 30, 0.02), 25, 26),
            new Row(Rule.ARRIVALS, millis -> open(1_000, 0, 4, millis, 0.02), 250, 251),
            // The limit is 10 %, plus 6.2 % that chance may add with 999 gaps.
            new Row(Rule.ARRIVALS, distance -> open(1_000, 0, 4, 30, distance), 0.161, 0.163),
            new Row(Rule.GENERATOR, cpu -> good().generator(cpu).machine(cpu + 6.2, 0, 0), 10, 10.1),
            new Row(Rule.CONCURRENCY, millis -> good().latency(millis), 1_001, 999),
            new Row(Rule.STARVED, millis -> good().with(Prediction.CPU_BOUND).latency(millis), 1_001, 999),
            new Row(Rule.UNLIKE, answers -> good().answers((long) answers, -1), 9, 950),
            new Row(Rule.MACHINE, busy -> good().machine(busy, 0, 0), 10.99, 11.01),
            new Row(Rule.MACHINE, stolen -> good().machine(9.2, stolen, 0), 0.48, 0.49),
            new Row(Rule.MACHINE, periods -> good().with(new Run.Contention(100, periods, 0.9, 0)), 1, 2),
            new Row(Rule.MACHINE, share -> good().with(new Run.Contention(0, 0, 0.1, share)), 0.01, 0.011),
            new Row(Rule.CORES, busy -> good().cpu(8).generator(6).machine(busy, 0, 0), 18, 18.1),
            new Row(Rule.UNSTEADY, share -> good().growth(share), 0.051, 0.053),
            new Row(Rule.COST, half -> good().cpu(2, half), 1.08, 1.1),
            new Row(Rule.COLD, seconds -> good().cpu(4).with(new Run.Compilation(seconds, seconds / 2, 0, 0, 0)),
                    2.5, 2.6),
            new Row(Rule.COMPILER, share -> waiting(share, share), 0.5, 0.51),
            new Row(Rule.LIMIT, live -> good().with(new Run.Jvm("25", (long) live * MEBIBYTE, 1000 * MEBIBYTE, 1)),
                    800, 801),
            new Row(Rule.LIMIT, files -> good().with(new Run.Usage(2, 1, MEBIBYTE, 40, (int) files, 20_000)),
                    19_000, 19_001),
            new Row(Rule.LIMIT, dropped -> good().machine(9.2, 0, (long) dropped), 0, 1));

    private static Doctored good() {
        return Doctored.run("loom", LOAD, 1, 950);
    }

    private static Doctored predicted(double throughput, double inFlight, Limit limit, double failing) {
        return good().with(new Prediction(throughput, 1000 / 950.0, inFlight, limit, failing));
    }

    private static Doctored open() {
        return Doctored.run("loom", Load.open("/meetings", 100), 1, 100);
    }

    private static Doctored open(long made, long missing, double late, double latest, double distance) {
        return open().with(new SentArrivals(1_000, made, missing, late, latest, 999, distance));
    }

    private static Run.Work abandoned(double calls) {
        return new Run.Work(Map.of(), 0, calls, null);
    }

    private static Doctored waiting(double first, double second) {
        return good().with(new Run.Compilation(0.1, 0.05, 0, first, second));
    }

    /** Each has four cores. */
    private static Run.Elsewhere generators(boolean serviceTwo, double... cpuSeconds) {
        return new Run.Elsewhere(serviceTwo, DoubleStream.of(cpuSeconds)
                .mapToObj(each -> new Run.RemoteGenerator("192.0.2.21:1099", 4, each)).toList());
    }

    /** 9.1 % of the requests fail. Chance explains up to 1 percentage point either way. */
    private static Doctored failing(double predicted) {
        return predicted(950, 1000, Limit.USERS, predicted).failed(950);
    }

    private static List<Rule> broken(Run run) {
        return Findings.of(run).all().stream().map(Finding::rule).toList();
    }

    @Test
    void eachCheckFailsJustBeyondItsLimit() throws Exception {
        assertEquals(List.of(Rule.NOT_MEASURED), broken(Run.failed("a", LOAD, 1, Prediction.NONE, "died")));
        assertEquals(List.of(Rule.CLOCK), broken(Run.failed("a", LOAD, 1, Prediction.NONE,
                Run.CLOCK_WAS_SET + " by -3.0 s")));
        assertEquals(Rule.ALL.stream().skip(2).flatMap(rule -> Stream.of(rule.checks()).map(_ -> rule)).toList(),
                ROWS.stream().map(Row::rule).toList(), "a doctored run for every other check");
        List<String> findings = new ArrayList<>();
        for (Row row : ROWS) {
            assertEquals(List.of(), broken(row.run.apply(row.obeys).run()), row.rule.name() + ", up to " + row.obeys);
            Run run = row.run.apply(row.breaks).run();
            assertEquals(List.of(row.rule), broken(run), "findings if only this rule is broken: " + row.breaks);
            assertEquals(!row.rule.severity().invalidates(), Findings.of(run).isValid(),
                    "an explanation never invalidates");
            findings.add(row.rule.name() + " -> " + Findings.of(run).all().getFirst().text());
        }
        Words.assertSame("compare", "findings", String.join("\n", findings));
    }

    @Test
    void eachRuleSaysWhatItAllowsWhyAndWhatHelps() throws Exception {
        Words.assertSame("compare", "rules", Rule.ALL.stream().map(rule -> rule.name() + ", " + rule.blame() + ", "
                + rule.severity() + "\n"
                + Stream.of(rule.checks()).map(check -> "  " + check.limit() + "\n").collect(Collectors.joining())
                + "  because " + rule.reason() + "\n  what helps: " + rule.remedy()).collect(Collectors.joining("\n")));
    }

    /** What the contender's own code may cause does not. */
    @Test
    void theMachineAndTheGeneratorExcuseAFigureThatTheySpoil() {
        Set<Rule> always = Set.of(Rule.CLOCK, Rule.MACHINE, Rule.ARRIVALS, Rule.GENERATOR);
        Set<Rule> ofCpuTime = Set.of(Rule.COST, Rule.COLD);
        for (Rule rule : Rule.ALL) {
            Findings found = new Findings(good().run(), List.of(new Finding(rule, "", 1, "")));
            assertEquals(always.contains(rule), found.excuses(Metric.P99).findAny().isPresent(), rule.name());
            assertEquals(always.contains(rule) || ofCpuTime.contains(rule),
                    found.excuses(Metric.CPU_PER_REQUEST).findAny().isPresent(), rule.name() + ", of CPU time");
        }
    }

    @Test
    void whereConnectionsAreKeptALostOneHasAHint() throws Exception {
        StringBuilder text = new StringBuilder();
        for (Load load : List.of(LOAD, Load.open("/a", 50))) {
            for (String problem : List.of("connection closed without an answer (a:1)", "500 Error")) {
                Run run = Doctored.run("a", load, 1, 50).failed(500, problem).run();
                text.append(Rule.FAILURES.judge(run).findFirst()
                        .orElseThrow().text().replaceFirst(".*with: ", "")).append('\n');
            }
        }
        Words.assertSame("compare", "the kind of failure", text.toString());
    }

    @Test
    void rulesConsiderTheCircumstancesOfARun() {
        Object[][] table = {
            {failing(0.0909), null, "as many failures as predicted"},
            {failing(0.0705), Rule.FAILURES, "more failures"},
            {failing(0.0715), null, "within one percentage point and chance"},
            {failing(-1).latency(500), null, "users whose requests fail are not missing"},
            {failing(-1).with(abandoned(500)), null, "failures are expected, and their number is unknown"},
            {good().latency(1_001).with(new Prediction(950, 1.05, 1000, Limit.USERS, -1).waitingAtLeast(1.05)),
                Rule.EARLY, "failures that are expected excuse no early answer"},
            {waiting(0.9, 0.49), null, "the compiler waits in the first half only"},
            {good().with(Prediction.CPU_BOUND.withFailures()).latency(500), null, "who fails does not starve"},
            {good().with(new Run.Usage(2, 1, MEBIBYTE, 40, 500, 0)), null, "the limit of descriptors is unknown"},
            {good().with(new Run.Contention(0, 0, 0.9, 0)), null, "tasks wait for cores, without a CPU limit"},
            // The next three runs have 2.2 % more answers than predicted.
            {predicted(930, 1000, Limit.ARRIVALS, 0), null, "arrivals are random"},
            {predicted(930, 1000, Limit.USERS, -1), null, "failures are random"},
            {predicted(930, 31.5, Limit.PERMITS, 0), null, "permits become free in groups"},
            {good().with(Prediction.CPU_BOUND).cpu(13).machine(19.8, 0, 0), null, "a route that only computes"},
            {good().with(Prediction.OF_OWN_PLAN).latency(500), null, "users of an own plan may pause"},
            {good().growth(0.3).cpu(2, 0.5).with(CHANGING), null, "delays change on purpose"},
            {good().growth(0.3).beside(open().with(CHANGING).run(), 10), null, "the second load's delays change"},
            {good().growth(0.3).beside(open().run(), 10), Rule.UNSTEADY, "the second load is meant to be steady"},
            // A drift changes both throughput and latency. Groups of answers or unfair scheduling change only one.
            {good().firstHalf(5_000), null, "the first half has one more group of answers"},
            {good().growth(0.3).firstHalf(4_750), null, "latencies vary, throughput does not"},
            {Doctored.run("pool", LOAD, 1, 60).firstHalf(386).cpu(0.335, 0.168), null,
                "a pool answers in groups: CPU time is the same in both halves"},
            {good().with(generators(false, 19)), null, "less than half of a generator's four cores"},
            {good().with(generators(false, 1, 21)), Rule.GENERATOR, "one of two generators is too busy"}};
        for (Object[] row : table) {
            assertEquals(row[1] == null ? List.of() : List.of(row[1]), broken(((Doctored) row[0]).run()), row[2] + "");
        }
    }

    @Test
    void eachLoadMustBeAsStatedAndHasItsFigures() throws Exception {
        Run run = good().beside(open(900, 3, 4, 30, 0.02).with(Prediction.NONE).run(), 5).with(abandoned(115)).run();
        assertEquals(List.of(Rule.ARRIVALS, Rule.ARRIVALS), broken(run));
        assertEquals(List.of(300L, 10L), Findings.of(run).all().stream()
                .map(each -> Math.round(100 * each.value())).toList(),
                "3 arrivals and 10 %");
        Words.assertSame("compare", "findings about a second load", Findings.of(run).all().stream()
                .map(Finding::text)
                .collect(Collectors.joining("\n")));
        assertTrue(Rule.ARRIVALS.isBroken(run), "the second load's rules count");
        assertEquals(List.of(950.0, 200.0), List.of(Metric.THROUGHPUT.of(run), Metric.THROUGHPUT_BESIDE.of(run)),
                "1,000 answers in 5 s");
        assertEquals(1e6 * 1.9 / 11_500, Metric.CPU_PER_REQUEST.of(run), "1.9 s for 9,500 and 2,000 requests");
        assertEquals(0.01, Metric.ABANDONED.of(run), "115 calls");
        Doctored slow = open().latency(5000).growth(1);
        assertEquals(List.of(true, false), List.of(slow.run().queueGrows(), slow.with(CHANGING).run().queueGrows()));
    }

    @Test
    void whatWasNotMeasuredIsUnknownAndBreaksNoRule() {
        Object[][] table = {{good().with(new Run.Usage(UNKNOWN, UNKNOWN, -1, -1, -1, -1)).generator(UNKNOWN)
            .machine(UNKNOWN, UNKNOWN, -1).with(Run.Jvm.NONE).with(Doctored.NO_JVM)
            .with(new Run.Contention(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)), Rule.MACHINE},
            {good().with(Doctored.NO_JVM), Rule.COLD}, {open().with(SentArrivals.NONE), Rule.ARRIVALS},
            {good(), Rule.EARLY}, {good().with(generators(false, UNKNOWN, 1)), Rule.GENERATOR}};
        for (Object[] row : table) {
            Run run = ((Doctored) row[0]).run();
            assertEquals(List.of(false, List.of()), List.of(((Rule) row[1]).isKnown(run), broken(run)), "" + row[1]);
        }
    }

    @Test
    void cpuTimeLeavesOutTheCompilerAndOtherMachines() {
        Run run = good().cpu(1, 0.63).with(new Run.Compilation(0.3, 0.28, 0.02, 0, 0)).run();
        assertEquals(List.of(), broken(run), "0.35 s in each half without the compiler");
        assertEquals("73.7", Numbers.text(Metric.CPU_PER_REQUEST.of(run)), "0.7 s for 9,500 requests");
        assertEquals(0.7 / 4, Metric.CPU_RELATIVE.of(run), "service two used 4 s");
        assertEquals("1.0 %", Numbers.percent(good().machine(5.2, 0, 0).with(generators(true, 1)).run().measured()
                .othersShare()), "service two used its 4 s on another machine");
    }

    /** Connections and calls are numbers per request. */
    private static Run run(String contender, double connections, long bytes, double... calls) {
        String[] routes = {"info", "authenticate", "authorize", "meetings"};
        Map<String, Double> counts = new LinkedHashMap<>();
        IntStream.range(0, calls.length).forEach(route -> counts.put(routes[route], 9_500 * calls[route]));
        return Doctored.run(contender, LOAD, 1, 950).with(new Run.Work(counts, 9_500 * connections, 0,
                new Run.Sample(bytes, "{}"))).run();
    }

    private static Run withoutSample(Run run) {
        Run.Work work = run.measured().work();
        return Doctored.run(run.contender(), LOAD, 1, 950).with(new Run.Work(work.calls(), work.connections(), 0, null))
                .run();
    }

    /** What is said about the first run's contender; empty if it does the same work. */
    private static String otherWork(Run... runs) throws Exception {
        return Doctored.analysis("users = 1000\ncontender.mine = command: mine {port}\ncontender.loom = loom\n"
                + "contender.async = async", List.of(runs), Map.of()).point(runs[0]).doubts()
                .getOrDefault(Metric.RSS, "");
    }

    @Test
    void workIsComparedWithTheLargestGroupOfAgreeingContenders() throws Exception {
        Run loom = run("loom", 0, 50, 1, 1, 1, 1);
        Run retries = run("async", 0, 50, 1.09, 1, 0.91, 1);
        Run mine = run("mine", 0, 50, 0, 1, 1, 1);
        Run died = Run.failed("async", LOAD, 1, Prediction.NONE, "died");
        Run notCounted = Doctored.run("mine", LOAD, 1, 950)
                .with(new Run.Work(Map.of(), UNKNOWN, UNKNOWN, null)).run();
        Run beside = Doctored.run("mine", LOAD, 1, 950).with(mine.measured().work()).beside(loom, 10).run();
        Run failing = Doctored.run("mine", LOAD, 1, 560).with(mine.measured().work()).failed(3_900)
                .with(new Prediction(UNKNOWN, UNKNOWN, UNKNOWN, Limit.UNKNOWN, -1)).run();
        Run failingLoom = Doctored.run("loom", LOAD, 1, 950).with(loom.measured().work())
                .with(new Prediction(950, 1, 1000, Limit.USERS, 0.1)).run();
        Run answersOnly = Doctored.run("loom", LOAD, 1, 950)
                .with(new Run.Work(Map.of(), UNKNOWN, UNKNOWN, new Run.Sample(50, "{}"))).run();
        Object[][] table = {
            {true, "fewer calls than the others", mine, loom, retries},
            {false, "the others agree", retries, loom, mine},
            {false, "two disagree: service one is the standard", loom, mine},
            {true, "fewer calls than service one", mine, loom, died},
            {false, "0.1 calls less, which may be retries", run("mine", 0, 50, 0.9, 1, 1, 1), loom},
            {true, "0.12 calls less, of which 0.1 may be at the window's ends", run("mine", 0, 50, 0.68, 1, 1, 1),
                    loom},
            {false, "what was not counted is not compared", notCounted, loom},
            {false, "with a second load, calls are not compared", beside, loom},
            {false, "if failures are predicted, calls are not compared", failing, loom},
            {false, "what the other is predicted to fail", mine, failingLoom},
            {false, "the other's calls were not counted", mine, answersOnly},
            {false, "nobody's work is known", notCounted},
            {true, "calls differ, and nobody's answers are known", withoutSample(mine), withoutSample(loom)},
            {false, "a connection for every other request", run("mine", 0.49, 50, 1, 1, 1, 1), loom},
            {true, "more connections", run("mine", 0.51, 50, 1, 1, 1, 1), loom},
            {false, "1.5 × 50 + 256 bytes", run("mine", 0, 331, 1, 1, 1, 1), loom},
            {true, "longer answers", run("mine", 0, 332, 1, 1, 1, 1), loom},
            {true, "answers of 50 bytes, of 332", loom, run("async", 0, 332, 1, 1, 1, 1),
                run("mine", 0, 332, 1, 1, 1, 1)}};
        List<String> said = new ArrayList<>();
        for (Object[] row : table) {
            String other = otherWork(Stream.of(row).skip(2).toArray(Run[]::new));
            assertEquals(row[0], !other.isEmpty(), row[1] + ": " + other);
            said.add(row[1] + " -> " + other);
        }
        Words.assertSame("compare", "other work", String.join("\n", said));
    }
}
