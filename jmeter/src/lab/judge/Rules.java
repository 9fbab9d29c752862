package lab.judge;

import common.mode.Limit;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.define.Prediction;
import lab.judge.Rule.Check;
import lab.judge.Rule.Finding;
import lab.judge.Rule.Kind;
import lab.results.Run.Bucket;
import lab.results.Run.Measurement;
import lab.results.Run.Requests;
import lab.results.Run;
import load.SentArrivals;
import text.Numbers;

/** The rules for a single run. {@link SameWork} and {@link Validity} judge what only several runs show. */
public final class Rules {
    /** The halves' CPU times may differ by this much, because caches are cold or a reading comes late. */
    private static final double CPU_NOISE_SECONDS = 0.02;
    /** Chance almost never moves the share of failures by more standard deviations than this. */
    private static final double DEVIATIONS = 4;
    /** Kolmogorov–Smirnov test: by chance, √n · distance exceeds this once in a thousand runs. */
    private static final double CHANCE = 1.95;
    /** JMeter measures whole milliseconds, and sometimes resets its clock. */
    private static final double CLOCK_SHARE = 0.02;
    private static final double CLOCK_MILLIS = 2;

    private static final String READ_ITS_OUTPUT = "a look at the contender itself: its output is in the report's "
            + "folder logs/";
    private static final String QUIET = "a quieter machine, or a load generator on another machine: --remote HOST";
    private static final String REMOTE_LOAD = "a load generator on another machine (--remote HOST), or fewer users or "
            + "arrivals";
    private static final String LONGER_WARM_UP = "a longer warm-up: --warmup 40, --warmup-cycles 3";

    /** Checks that an exercise may blame on the learner's code. */
    public static final Check SATURATED = new Check("with requests that wait, at most 90 % of the CPU time is used",
            0.9, where(run -> !run.predicted().isCpuBound(), (_, m) -> m.busyShare()),
            share("%s of the machine's CPU time was used"));
    public static final Check COST = new Check("between the window's halves, CPU time without the JIT compiler differs "
            + "by at most 15 %, after a tolerance of 20 ms", 0.15, measured(Rules::cpuDrift),
            share("CPU time differed by %s between the window's halves"));
    public static final Check COMPILING = new Check("the JIT compiler kept at most a quarter of a core busy", 0.25,
            measured(m -> m.compilation().compilerSeconds() / m.seconds()),
            share("its JIT compiler kept %s of a core busy"));
    /** A compiler that has a core for half of the time still finishes. */
    public static final Check COMPILER_STARVED = new Check("its threads waited for a core for at most 50 % of the "
            + "time", 0.5, measured(m -> m.compilation().waited()),
            (run, value) -> "a thread of the JIT compiler waited for a core for at least " + percent(value)
                    + " of each half of the window" + queue(run.measured().jvm().compileQueue()));
    public static final Check HEAP = new Check("at most 80 % of the heap is in use after a collection", 0.8,
            measured(m -> Run.known(m.jvm().heapLive()) / m.jvm().heapMax()),
            share("%s of the heap was in use after a collection"));

    public static final Rule NOT_MEASURED = rule("not measured", Kind.WORK,
            "a contender that dies, hangs or never opens its port has no throughput", READ_ITS_OUTPUT,
            new Check("the contender ran and was measured", 0, run -> run.isMeasured() ? 0 : 1,
                    (run, _) -> run.failure()));
    public static final Rule FAILURES = rule("failures", Kind.WORK,
            "an error takes less time than an answer, so a contender with errors looks fast", READ_ITS_OUTPUT,
            new Check("apart from chance, at most 1 percentage point of the requests fails beyond the predicted share",
                    0.01, where(run -> run.predicted().knowsFailing(), Rules::unpredictedFailures),
                    (run, _) -> percent(run.measured().failedShare()) + " of the requests failed"
                            + (run.predicted().expectsFailures() ? ", predicted " + percent(run.predicted().failing())
                            : "") + ", most often with: " + most(run.measured().requests().failures())));
    public static final Rule EARLY = rule("answered before its waits", Kind.WORK,
            "a contender that answers first and makes its calls afterwards is measured without them", READ_ITS_OUTPUT,
            new Check("at most 1 % of the answers came sooner than the waits allow (tolerance 2 % and 2 ms)", 0.01,
                    Rules::early, (run, value) -> String.format("a request has to wait %,.0f ms, and %s of the "
                    + "answers came sooner, the first after %,.0f ms", 1e3 * run.predicted().least(),
                    Numbers.percent(value), run.measured().requests().histogram().getFirst().from())));
    /** Correct contenders stayed at least 0.2 % below the prediction, except with permits. */
    public static final Rule BEYOND_THEORY = rule("more than theory", Kind.WORK,
            "a contender that is faster than the waits of its calls allow has not made all its calls", READ_ITS_OUTPUT,
            new Check("throughput is at most 2 % above the prediction by Little's law", 0.02,
                    where(run -> hasExactLimit(run.predicted()), Rules::beyondTheory),
                    (run, _) -> String.format("%.1f %% more answers than the waits of the calls allow",
                            100 * run.measured().throughput() / run.predicted().throughput() - 100)));
    public static final Rule ABANDONED = rule("calls abandoned", Kind.WORK,
            "service two then works for answers that nobody reads", READ_ITS_OUTPUT,
            new Check("at most 1 call to service two was abandoned per 100 answers, if no failures are predicted",
                    0.01, where(run -> !run.predicted().expectsFailures(),
                            (_, m) -> m.work().abandoned() / m.requests().answered()),
                    (run, _) -> String.format("the contender abandoned %,.0f calls and gave %,d answers",
                            run.measured().work().abandoned(), run.measured().requests().answered())));

    public static final Rule ARRIVALS = rule("arrivals", Kind.LOAD,
            "requests that are missing or sent late are the ones that would have waited longest (coordinated "
                    + "omission), and arrivals in groups wait longer than random ones", REMOTE_LOAD,
            new Check("every arrival of an open loop was sent", 0, arrivals(SentArrivals::missing),
                    (run, value) -> String.format("%,.0f of %,d arrivals were never sent", value,
                            arrivals(run).asked())),
            new Check("at least 95 % of them in the window", 0.05,
                    arrivals(each -> 1 - (double) each.made() / each.asked()),
                    (run, _) -> String.format("only %,d of %,d requests were sent in the window",
                            arrivals(run).made(), arrivals(run).asked())),
            new Check("half of them at most 25 ms late", 25, arrivals(SentArrivals::medianLate),
                    (_, value) -> "half of the requests were sent " + Numbers.text(value) + " ms late or more"),
            new Check("all of them at most 250 ms late", 250, arrivals(SentArrivals::worstLate),
                    (_, value) -> "a request was sent " + Numbers.text(value) + " ms late"),
            new Check("apart from chance, their gaps differ from the intended ones by at most 10 %", 0.1,
                    arrivals(each -> each.distance() - CHANCE / Math.sqrt(each.gaps())),
                    (run, _) -> "the gaps between arrivals differ by " + Numbers.percent(arrivals(run).distance())
                            + " from the intended ones (Kolmogorov–Smirnov)"));
    public static final Rule GENERATOR = rule("generator saturated", Kind.LOAD,
            "above that, the load generator limits the throughput instead of the service", REMOTE_LOAD,
            new Check("JMeter uses at most half of its machine's CPU time", 0.5,
                    measured(Measurement::generatorShare), share("JMeter used %s of its machine's CPU time")));
    public static final Rule CONCURRENCY = rule("concurrency not reached", Kind.LOAD,
            "some users were not waiting for an answer (Little's law), because JMeter was late or the load not steady",
            LONGER_WARM_UP,
            new Check("throughput × mean latency is at least 95 % of the users", 0.05,
                    where(run -> run.load().isClosed() && !mayStarve(run), Rules::missingUsers),
                    (run, _) -> String.format("on average, only %,.0f of %,d users waited for an answer",
                            run.measured().effectiveConcurrency(), run.load().users())));

    public static final Rule STARVED = rule("users starved", Kind.EXPLANATION,
            "virtual threads have no time slices (JEP 444). Some users wait longer than the window, and their "
                    + "latencies are missing, so the true p99 is at least the measured one",
            "a longer window: --seconds 60",
            new Check("if a request keeps its core or carrier, throughput × mean latency is at least 95 % of the users",
                    0.05, where(run -> run.load().isClosed() && mayStarve(run), Rules::missingUsers),
                    (run, _) -> String.format("only %,.0f of %,d users got answers in the window",
                            run.measured().effectiveConcurrency(), run.load().users())));
    public static final Rule MACHINE = rule("the machine was not ours", Kind.EXPLANATION,
            "answers come later and cold caches cost CPU time, for all contenders about equally, because they take "
                    + "turns", QUIET,
            new Check("other programs use at most 10 % of the CPU time", 0.1, measured(Measurement::othersShare),
                    share("other programs used %s of the machine's CPU time")),
            // idle cores lose nothing, so this is a share of the requested CPU time
            new Check("the hypervisor gave other machines at most 5 % of the CPU time that this machine wanted", 0.05,
                    measured(Measurement::stolenShare),
                    share("the hypervisor gave other machines %s of the CPU time that this machine wanted")),
            // a standstill for a hundredth of the time shows in the p99
            new Check("a CPU limit stopped the programs in at most 1 % of its periods", 0.01,
                    measured(m -> m.machine().contention().throttledShare()),
                    (run, _) -> String.format("a limit on CPU time (cgroup) stopped the programs in %,.0f of its "
                            + "%,.0f periods", run.measured().machine().contention().throttledPeriods(),
                            run.measured().machine().contention().periods())),
            new Check("programs waited for memory during at most 1 % of the window", 0.01,
                    measured(m -> m.machine().contention().memoryPressure()),
                    share("for %s of the window some program waited for memory")),
            SATURATED);
    public static final Rule UNLIKE = rule("answers differ", Kind.EXPLANATION,
            "a message that something is wrong may come with the status of a good answer", "a pattern that only good "
                    + "answers match: --body REGEX",
            new Check("at most one in a thousand answers begins with another key of JSON than most, or is 1.5 times as "
                    + "long or as short", 0.001, measured(m -> (double) unlike(m) / m.requests().answered()),
                    (run, value) -> percent(value) + " of the answers " + most(run.measured().requests().unlike())));
    public static final Rule UNSTEADY = rule("not steady", Kind.EXPLANATION,
            "without a steady state, figures depend on the length of the window", LONGER_WARM_UP,
            new Check("between the window's halves, throughput or mean latency differs by at most 5 %", 0.05,
                    where(run -> run.load().isClosed(), (_, m) -> drift(m.requests())),
                    share("throughput and mean latency differed by at least %s between the window's halves")),
            COST);
    public static final Rule COLD = rule("not warm", Kind.EXPLANATION,
            "code that still waits for its compiler costs more CPU time than it will later", LONGER_WARM_UP,
            COMPILING, COMPILER_STARVED);
    public static final Rule LIMIT = rule("a limit was reached", Kind.EXPLANATION,
            "a full heap is collected all the time; without descriptors no connection is accepted; the kernel retries "
                    + "a dropped connection after a second",
            "more heap (-Xmx), more descriptors (ulimit -n), or a longer listen queue: the service's own "
                    + "backlog (service one's --backlog) and net.core.somaxconn",
            HEAP,
            new Check("at most 95 % of the file descriptors are in use", 0.95,
                    measured(m -> Stream.of(m.serviceOne(), m.serviceTwo(), m.generator())
                            .mapToDouble(Run.Usage::fileShare).max().orElseThrow()),
                    share("a program had %s of its file descriptors open")),
            new Check("no connection was dropped", 0, measured(m -> Run.known(m.machine().listenOverflows())),
                    (_, value) -> "a full listen queue dropped " + Math.round(value) + " connections"));

    /** What invalidates comes first. */
    public static final List<Rule> ALL = List.of(NOT_MEASURED, FAILURES, EARLY, BEYOND_THEORY, ABANDONED, ARRIVALS,
            GENERATOR, CONCURRENCY, STARVED, UNLIKE, MACHINE, UNSTEADY, COLD, LIMIT);

    private Rules() {
    }

    private static Rule rule(String name, Kind kind, String reason, String remedy, Check... checks) {
        return new Rule(name, kind, reason, remedy, List.of(checks));
    }

    public static List<Finding> judge(Run run) {
        return ALL.stream().flatMap(rule -> rule.judge(run)).toList();
    }

    public static List<Finding> invalidating(Run run) {
        return judge(run).stream().filter(finding -> finding.rule().kind() != Kind.EXPLANATION).toList();
    }

    public static boolean isValid(Run run) {
        return invalidating(run).isEmpty();
    }

    public static boolean isBroken(Rule rule, Run run) {
        return rule.judge(run).findAny().isPresent();
    }

    private static ToDoubleFunction<Run> measured(ToDoubleFunction<Measurement> value) {
        return where(_ -> true, (_, m) -> value.applyAsDouble(m));
    }

    private static ToDoubleFunction<Run> where(Predicate<Run> applies, ToDoubleBiFunction<Run, Measurement> value) {
        return run -> run.isMeasured() && applies.test(run) ? value.applyAsDouble(run, run.measured()) : Double.NaN;
    }

    private static ToDoubleFunction<Run> arrivals(ToDoubleFunction<SentArrivals> value) {
        return where(run -> arrivals(run).isKnown(), (run, _) -> value.applyAsDouble(arrivals(run)));
    }

    private static SentArrivals arrivals(Run run) {
        return run.measured().requests().arrivals();
    }

    /** A request that keeps its core or carrier until it is done may starve others. */
    private static boolean mayStarve(Run run) {
        return run.predicted().isCpuBound() || run.predicted().limit().equals(Limit.CARRIERS.words());
    }

    /** If failures are predicted, only users who will be answered count. */
    private static double missingUsers(Run run, Measurement m) {
        Prediction predicted = run.predicted();
        double answered = predicted.expectsFailures() ? predicted.throughput() * predicted.latency()
                : run.load().users();
        return 1 - m.effectiveConcurrency() / answered;
    }

    private static double unpredictedFailures(Run run, Measurement m) {
        double predicted = run.predicted().failing();
        long all = m.requests().latencies() + m.requests().failed();
        double chance = DEVIATIONS * Math.sqrt(predicted * (1 - predicted) / all);
        return m.failedShare() - predicted - chance;
    }

    private static long unlike(Measurement m) {
        return m.requests().unlike().values().stream().mapToLong(Long::longValue).sum();
    }

    private static String most(Map<String, Long> counts) {
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .orElse("nothing known");
    }

    /** No limit is exact if chance decides how many requests arrive or fail. */
    private static boolean hasExactLimit(Prediction predicted) {
        return predicted.isKnown() && !predicted.isCpuBound() && !predicted.expectsFailures()
                && !predicted.limit().equals(Prediction.ARRIVALS);
    }

    /** Permits become free in groups, so the window may hold one group of answers more than predicted. */
    private static double beyondTheory(Run run, Measurement m) {
        double rounding = run.predicted().limit().equals(Prediction.PERMITS) ? run.predicted().inFlight() : 0;
        return (m.requests().answered() - rounding) / (run.predicted().throughput() * m.seconds()) - 1;
    }

    /** NaN if a request waits for nothing or its path is unknown. */
    private static double early(Run run) {
        double soonest = 1e3 * run.predicted().least() * (1 - CLOCK_SHARE) - CLOCK_MILLIS;
        if (!run.isMeasured() || soonest <= 0) {
            return Double.NaN;
        }
        Requests requests = run.measured().requests();
        return (double) requests.histogram().stream().filter(bucket -> bucket.to() <= soonest)
                .mapToLong(Bucket::count).sum() / requests.latencies();
    }

    /**
     * The smaller of the halves' differences in throughput and in latency, because an unsteady load changes both. In
     * steady state, one half may get one more group of answers, or unfair scheduling may spread the latencies.
     */
    private static double drift(Requests requests) {
        double first = requests.firstHalf();
        double second = requests.answered() - first;
        return Math.min(Math.abs(second - first) / Math.max(first, second), requests.halves().difference());
    }

    /** Compares CPU seconds, not CPU seconds per answer, because one half may hold one more group of answers. */
    private static double cpuDrift(Measurement m) {
        double first = m.serviceFirstHalfSeconds();
        double second = m.serviceSeconds() - first;
        return (Math.abs(second - first) - CPU_NOISE_SECONDS) / Math.max(first, second);
    }

    private static BiFunction<Run, Double, String> share(String text) {
        return (run, value) -> text.formatted(percent(value));
    }

    private static String queue(double methods) {
        return methods > 0 ? String.format("; methods queued for it at the end: %,.0f", methods) : "";
    }

    private static String percent(double share) {
        return Numbers.percent(share, share < 0.1 ? 1 : 0);
    }
}
