package lab.judge;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.define.Prediction;
import lab.judge.Rule.Effect;
import lab.judge.Rule.Finding;
import lab.results.Figure;
import lab.results.Run.Bucket;
import lab.results.Run.Measurement;
import lab.results.Run.Requests;
import lab.results.Run;
import load.SentArrivals;
import text.Numbers;

public final class ValidityRules {
    /** The halves' CPU times may differ by this much, because caches are cold or a reading comes late. */
    private static final double CPU_NOISE_SECONDS = 0.02;
    /** Chance almost never moves the share of failures by more standard deviations than this. */
    private static final double DEVIATIONS = 4;
    /** Kolmogorov–Smirnov test: by chance, √n · distance exceeds this once in a thousand runs. */
    private static final double CHANCE = 1.95;
    /** JMeter measures whole milliseconds, and sometimes resets its clock. */
    private static final double CLOCK_SHARE = 0.02;
    private static final double CLOCK_MILLIS = 2;
    /** At least this share of the predicted throughput counts as all that theory allows. */
    private static final double BOUND = 0.99;
    /** A request's own work may add this share to its waits. */
    private static final double WORK_SHARE = 0.05;

    /** If one contender was disturbed more than another, reports give the reason of {@link Conditions} instead. */
    static final String DISTURBED = "machine disturbed";
    private static final String READ_ITS_OUTPUT = "a look at the contender itself: its output is in the report's "
            + "folder logs/";
    public static final String QUIET = "a quieter machine, without other programs";
    private static final String REMOTE_LOAD = "a load generator on another machine (--remote HOST), or fewer users or "
            + "arrivals";
    public static final String QUIET_OR_REMOTE = "a quieter machine, or a load generator on another machine: "
            + "--remote HOST";
    private static final String LONGER_WARM_UP = "a longer warm-up: --warmup 40, --warmup-cycles 3";

    public static final String NOT_MEASURED = "not measured";

    /** Causes precede their effects. */
    public static final List<Rule> ALL = List.of(
            new Rule(NOT_MEASURED, "the contender ran and was measured",
                    "a contender that dies, hangs or never opens its port has no throughput to compare",
                    Effect.SPOILS, READ_ITS_OUTPUT,
                    0, run -> run.isMeasured() ? 0 : 1, (run, value) -> run.failure()),

            new Rule("errors",
                    "apart from chance, the share of failed requests differs from the prediction by at most 0.1 %",
                    "an error takes less time than an answer, so a contender with errors looks fast",
                    Effect.SPOILS, READ_ITS_OUTPUT,
                    0.001, where(run -> run.predicted().knowsFailing(), ValidityRules::unpredictedFailures),
                    (run, value) -> percent(run.measured().failedShare()) + " of the requests failed"
                            + (run.predicted().expectsFailures() ? ", predicted " + percent(run.predicted().failing())
                            : "") + ", most often with: " + commonestFailure(run)),

            // in 18 runs of correct contenders, no answer came too soon
            new Rule("answered before its waits",
                    "at most 1 % of the answers came sooner than the waits allow (tolerance 2 % and 2 ms)",
                    "a contender that answers first and makes its calls afterwards is measured without them",
                    Effect.SPOILS, READ_ITS_OUTPUT,
                    0.01, ValidityRules::early,
                    (run, value) -> String.format("not the same work: a request has to wait %,.0f ms, and "
                            + "%s of the answers came sooner, the first after %,.0f ms", 1e3 * run.predicted().least(),
                            Numbers.percent(value), run.measured().requests().histogram().getFirst().from())),

            // correct contenders stayed at least 0.2 % below the prediction, except with permits
            new Rule("more than theory allows", "throughput is at most 2 % above the prediction by Little's law",
                    "a contender that is faster than the waits of its calls allow has not made all its calls",
                    Effect.SPOILS, READ_ITS_OUTPUT,
                    0.02, where(run -> hasExactLimit(run.predicted()), ValidityRules::beyondTheory),
                    (run, value) -> String.format("%.1f %% more answers than the waits of the calls allow",
                            100 * run.measured().throughput() / run.predicted().throughput() - 100)),

            new Rule("calls abandoned",
                    "at most 1 call to service two was abandoned per 100 answers, if no failures are predicted",
                    "service two then works for answers that nobody reads",
                    Effect.SPOILS, READ_ITS_OUTPUT,
                    0.01, where(run -> !run.predicted().expectsFailures(),
                            (run, m) -> m.work().abandoned() / m.requests().answered()),
                    (run, value) -> String.format("the contender abandoned %,.0f calls and gave %,d answers",
                            run.measured().work().abandoned(), run.measured().requests().answered())),

            new Rule("listen queue", "no connection was dropped",
                    "the kernel retries a dropped connection after a second, which only the latency shows",
                    Effect.SLOWS, "a longer queue: sysctl net.core.somaxconn, and --backlog of service one",
                    0, measured(m -> Run.known(m.machine().listenOverflows())),
                    (run, value) -> "a full listen queue dropped " + Math.round(value) + " connections"),

            new Rule("generator saturated", "JMeter uses at most half of its machine's CPU time",
                    "above that, the load generator limits the throughput instead of the service",
                    Effect.SLOWS, REMOTE_LOAD,
                    0.5, measured(Measurement::generatorShare), share("JMeter used %s of its machine's CPU time")),

            new Rule("machine saturated", "with requests that wait, at most 90 % of the CPU time is used",
                    "on a saturated machine we measure its cores, not the kind of threads",
                    Effect.SLOWS, QUIET_OR_REMOTE,
                    0.9, where(run -> !run.predicted().isCpuBound(), (run, m) -> m.busyShare()),
                    share("%s of the machine's CPU time was used")),

            new Rule(DISTURBED, "with requests that wait, other programs use at most 10 % of the CPU time",
                    "the slowest answers come later, and cold caches cost CPU time, even while cores are idle",
                    Effect.DISTURBS, QUIET,
                    0.1, where(run -> !run.predicted().isCpuBound(), (run, m) -> m.othersShare()),
                    share("other programs used %s of the machine's CPU time")),

            new Rule("cores shared", "with requests that compute, other programs use at most 10 % of the CPU time",
                    "if the cores are the limit, other programs reduce the throughput, most for the contender with "
                            + "the fewest threads",
                    Effect.SLOWS, QUIET,
                    0.1, where(run -> run.predicted().isCpuBound(), (run, m) -> m.othersShare()),
                    share("other programs used %s of the machine's CPU time, which was the limit")),

            new Rule("concurrency not reached", "throughput × mean latency is at least 95 % of the users",
                    "some users were not waiting for an answer (Little's law), because JMeter was late or the load "
                            + "not steady",
                    Effect.HOLDS_BACK, LONGER_WARM_UP,
                    0.05, where(run -> run.load().isClosed() && !mayStarve(run), ValidityRules::missingUsers),
                    (run, value) -> String.format("on average, only %,.0f of %,d users waited for an answer",
                            run.measured().effectiveConcurrency(), run.load().users())),

            new Rule("users starved",
                    "throughput × mean latency is at least 95 % of the users, if a request keeps its core or carrier",
                    "virtual threads have no time slices (JEP 444). Some users wait longer than the window, and "
                            + "their latencies are missing",
                    Effect.HIDES_WAITS.withCare(), "a longer window: --seconds 60",
                    0.05, where(run -> run.load().isClosed() && mayStarve(run), ValidityRules::missingUsers),
                    (run, value) -> String.format("only %,.0f of %,d users got answers in the window",
                            run.measured().effectiveConcurrency(), run.load().users())),

            new Rule("not steady", "between the window's halves, throughput or mean latency differs by at most 5 %",
                    "without a steady state, figures depend on the length of the window",
                    Effect.SLOWS, LONGER_WARM_UP,
                    0.05, where(run -> run.load().isClosed(), (run, m) -> drift(m.requests())),
                    share("throughput and mean latency differed by at least %s between the window's halves")),

            new Rule("cost not steady", "between the window's halves, CPU time without the JIT compiler differs by at "
                    + "most 15 %, after a tolerance of 20 ms",
                    "code not yet compiled needs more CPU time than it will later, even if throughput does not suffer",
                    Effect.COSTS, LONGER_WARM_UP, 0.15, measured(ValidityRules::cpuDrift),
                    share("CPU time differed by %s between the window's halves, after a tolerance of 20 ms")),

            new Rule("still compiling", "the JIT compiler kept at most a quarter of a core busy",
                    "while the compiler is busy, the measured code is not yet the final code",
                    Effect.COSTS, LONGER_WARM_UP,
                    0.25, measured(m -> m.compilation().compilerSeconds() / m.seconds()),
                    share("its JIT compiler kept %s of a core busy")),

            new Rule("heap at its limit", "at most 80 % of the maximum heap is in use after a collection",
                    "close to the limit, the garbage collector's work dominates the CPU time",
                    Effect.SLOWS, "more heap: -Xmx in the contender's SPEC",
                    0.8, measured(m -> Run.known(m.jvm().heapLive()) / m.jvm().heapMax()),
                    share("%s of the heap was in use after a collection")),

            new Rule("file limit reached", "at most 95 % of the file descriptors are in use",
                    "at the limit no connection is accepted",
                    Effect.HOLDS_BACK, "more file descriptors: ulimit -n",
                    0.95, measured(m -> Stream.of(m.serviceOne(), m.serviceTwo(), m.generator())
                            .mapToDouble(Run.Usage::fileShare).max().orElseThrow()),
                    share("a program had %s of its file descriptors open")),

            // If a compiler starves in both halves, they are alike, and "cost not steady" does not find it. A compiler
            // that has a core for half of the time still finishes.
            new Rule("compiler starved",
                    "in one half of the window or both, each compiler thread waited for a core for at most 50 % of the "
                            + "time",
                    "code that waits for its compiler is interpreted, which is about twenty times slower",
                    Effect.SLOWS, QUIET_OR_REMOTE,
                    0.5, measured(m -> m.compilation().waited()),
                    (run, value) -> "a thread of the JIT compiler waited for a core for at least " + percent(value)
                            + " of each half of the window" + queue(run.measured().jvm().compileQueue())),

            // a standstill for a hundredth of the time shows in the p99
            new Rule("control group throttled",
                    "a CPU limit stopped the programs in at most 1 % of its periods",
                    "a control group that has used its quota stands still for the rest of the period, which looks "
                            + "like latency of the service",
                    Effect.SLOWS, "a control group without a limit on CPU time",
                    0.01, measured(m -> m.machine().contention().throttledShare()),
                    (run, value) -> String.format("a limit on CPU time (cgroup) stopped the programs in "
                            + "%,.0f of its %,.0f periods", run.measured().machine().contention().throttledPeriods(),
                            run.measured().machine().contention().periods())),

            new Rule("memory short", "programs waited for memory during at most 1 % of the window",
                    "freeing pages, or reading them back from disk, costs milliseconds, which shows in the p99",
                    Effect.HOLDS_BACK, "fewer programs, or more memory",
                    0.01, measured(m -> m.machine().contention().memoryPressure()),
                    share("for %s of the window some program waited for memory")),

            // idle cores lose nothing, so this is a share of the requested CPU time
            new Rule("time stolen",
                    "the hypervisor gave other machines at most 5 % of the CPU time that this machine wanted",
                    "losing a virtual core stops a request in the middle, even if other cores are idle",
                    Effect.DISTURBS, "a machine whose hypervisor gives it cores of its own",
                    0.05, measured(Measurement::stolenShare),
                    share("the hypervisor gave other machines %s of the CPU time that this machine wanted")),

            new Rule("clocks apart", "the generators' clocks are known to within 1 % of the window",
                    "a generator's clock, corrected by its offset, decides which answers fall into the window",
                    new Effect(Validity.NOT_VALID, Set.of(Figure.THROUGHPUT, Figure.CPU_TIME), false),
                    "clocks synchronized by NTP",
                    0.01, measured(m -> m.elsewhere().generators().stream()
                            .mapToDouble(each -> each.clockError() / 1e3 / m.seconds()).reduce(Math::max)
                            .orElse(Double.NaN)),
                    (run, value) -> String.format("a generator's clock is known only to within %,.0f ms, in a "
                            + "window of %,.0f s", 1e3 * value * run.measured().seconds(), run.measured().seconds())),

            new Rule("arrivals missing", "every arrival of an open loop was sent",
                    "the missing requests would have waited longest (coordinated omission)",
                    Effect.HIDES_WAITS, REMOTE_LOAD,
                    0, arrivals(SentArrivals::missing),
                    (run, value) -> String.format("%,.0f of %,d arrivals were never sent", value,
                            arrivals(run).asked())),

            new Rule("arrival rate not reached", "at least 95 % of the arrivals asked for were sent",
                    "the service got less load than the report states",
                    Effect.HOLDS_BACK, REMOTE_LOAD,
                    0.05, arrivals(each -> 1 - (double) each.made() / each.asked()),
                    (run, value) -> String.format("only %,d of %,d requests were sent in the window",
                            arrivals(run).made(), arrivals(run).asked())),

            new Rule("arrivals late", "half of the requests were sent at most 25 ms late",
                    "latency counts from the moment of sending and lacks the time that an arrival waited for JMeter",
                    Effect.HIDES_WAITS, QUIET_OR_REMOTE,
                    25, arrivals(SentArrivals::medianLate),
                    (run, value) -> "half of the requests were sent " + Numbers.text(value) + " ms late or more"),

            new Rule("arrivals held up", "no request was sent more than 250 ms late",
                    "after a stall, JMeter sends the overdue requests all at once, which makes the queue too long",
                    Effect.DELAYS, QUIET_OR_REMOTE,
                    250, arrivals(SentArrivals::worstLate),
                    (run, value) -> "a request was sent " + Numbers.text(value) + " ms late"),

            new Rule("arrivals not random",
                    "apart from chance, the gaps between arrivals differ from the intended ones by at most 10 %",
                    "arrivals in groups wait longer than random ones, and evenly spaced arrivals wait less",
                    Effect.HIDES_WAITS, QUIET_OR_REMOTE,
                    0.1, arrivals(each -> each.distance() - CHANCE / Math.sqrt(each.gaps())),
                    (run, value) -> "the gaps between arrivals differ by " + Numbers.percent(arrivals(run).distance())
                            + " from the intended ones (Kolmogorov–Smirnov)"));

    private ValidityRules() {
    }

    public static List<Finding> judge(Run run) {
        return ALL.stream().flatMap(rule -> rule.judge(run).stream()).toList();
    }

    public static Optional<Finding> gravest(Run run) {
        return judge(run).stream().min(Finding.GRAVEST_FIRST);
    }

    public static List<String> findings(Run run) {
        return judge(run).stream().map(finding -> finding.text() + " (" + finding.consequence() + ")").toList();
    }

    public static Validity validity(Run run, Figure figure) {
        return judge(run).stream().filter(finding -> finding.doubted().contains(figure))
                .map(Finding::validity).reduce(Validity.VALID, Validity::orWorse);
    }

    /**
     * Throughput and p50 that reach what theory allows were not slowed down. In an open loop, arrivals set the
     * throughput, so p50 is compared with its own prediction.
     */
    static Set<Figure> atTheirBound(Run run) {
        Set<Figure> found = EnumSet.noneOf(Figure.class);
        Prediction predicted = run.predicted();
        if (!run.isMeasured() || predicted.isCpuBound() || predicted.expectsFailures()) {
            return found;
        }
        Measurement m = run.measured();
        if (m.throughput() >= BOUND * predicted.throughput()) {
            found.addAll(run.load().isOpen() ? Set.of(Figure.THROUGHPUT) : Set.of(Figure.THROUGHPUT, Figure.P50));
        }
        if (run.load().isOpen() && m.requests().latency() != null && m.requests().latency().p50()
                <= 1e3 * predicted.latency() * (1 + WORK_SHARE) + CLOCK_MILLIS) {
            found.add(Figure.P50);
        }
        return found;
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
        return run.predicted().isCpuBound() || run.predicted().limit().equals("carriers");
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
        return Math.abs(m.failedShare() - predicted) - chance;
    }

    private static String commonestFailure(Run run) {
        return run.measured().requests().failures().entrySet().stream().max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey).orElse("nothing known");
    }

    /** No limit is exact if chance decides how many requests arrive or fail. */
    private static boolean hasExactLimit(Prediction predicted) {
        return predicted.isKnown() && !predicted.isCpuBound() && !predicted.expectsFailures()
                && !predicted.limit().equals("arrivals");
    }

    /** Permits become free in groups, so the window may hold one group of answers more than predicted. */
    private static double beyondTheory(Run run, Measurement m) {
        double rounding = run.predicted().limit().equals("permits") ? run.predicted().inFlight() : 0;
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
