package lab.judge;

import common.text.Numbers;
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
import lab.judge.Run.Bucket;
import lab.judge.Run.Measurement;
import lab.judge.Run.Requests;
import lab.judge.Rule.Effect;
import lab.judge.Rule.Finding;
import load.SentArrivals;

/** Every validity rule: its limit, the reason for it, how it is tested, and what is said of a run that breaks it. */
public final class ValidityRules {
    /** CPU seconds by which the halves of the same work were seen to differ: a neighbour's cache, a late reading. */
    private static final double CPU_NOISE_SECONDS = 0.02;
    /** Of a share, by which chance alone nearly never moves it. */
    private static final double DEVIATIONS = 4;
    /** Of √n · distance, in the test of Kolmogorov and Smirnov: chance alone exceeds it once in a thousand runs. */
    private static final double CHANCE = 1.95;
    /** JMeter counts whole milliseconds, and sets its clock anew now and then. */
    private static final double CLOCK_SHARE = 0.02;
    private static final double CLOCK_MILLIS = 2;
    /** Of the prediction: from here on throughput is all that theory allows. */
    private static final double BOUND = 0.99;
    /** By which a latency that has no queue in it may exceed its waits, beside the clock's: the request's own work. */
    private static final double WORK_SHARE = 0.05;

    private static final String LOOK = "a look at the contender itself: what it says is in the report's folder logs/";
    public static final String QUIET = "a quieter machine: end other programs";
    private static final String ELSEWHERE = "a generator elsewhere: --remote HOST, or fewer users or arrivals";
    public static final String EITHER = "a quieter machine, or a generator elsewhere: --remote HOST";
    private static final String LONGER = "a longer warm-up: --warmup 40, --warmup-cycles 3";

    /** Of the rule that finds no figures to be in doubt. */
    public static final String NOT_MEASURED = "not measured";

    /** A cause before what may follow from it: who leaves work out can saturate the machine with the rest. */
    public static final List<Rule> ALL = List.of(
            new Rule(NOT_MEASURED, "every run ends with figures",
                    "a contender that dies, hangs or never opens its port has no throughput to compare",
                    Effect.SPOILS, LOOK,
                    0, run -> run.isMeasured() ? 0 : 1, (run, value) -> run.failure()),

            new Rule("errors", "at most 0.1 % more of the requests failed than predicted, or less, beyond chance",
                    "an error is quicker to make than an answer, so errors pass for speed",
                    Effect.SPOILS, LOOK,
                    0.001, where(run -> run.predicted().knowsFailing(), ValidityRules::unpredictedFailures),
                    (run, value) -> percent(run.measured().failedShare()) + " of the requests failed"
                            + (run.predicted().expectsFailures() ? ", predicted " + percent(run.predicted().failing())
                            : "") + ", most often with: " + commonestFailure(run)),

            // Of some 90,000 answers in 18 honest runs on two cores, the first came at that millisecond, none before.
            new Rule("answered before its waits",
                    "at most 1 % of the answers sooner than a request must wait, less 2 % and 2 ms for the clocks",
                    "who answers first and makes its calls afterwards is measured without them",
                    Effect.SPOILS, LOOK,
                    0.01, ValidityRules::early,
                    (run, value) -> String.format("not the same work: a request has to wait %,.0f ms, and "
                            + "%s of the answers came sooner, the first after %,.0f ms", 1e3 * run.predicted().least(),
                            Numbers.percent(value), run.measured().requests().histogram().getFirst().from())),

            // Of some 60 honest runs on two cores, whose windows hold whole times in flight, none came closer than
            // 0.2 % below the prediction, but for permits.
            new Rule("more than theory allows", "throughput at most 2 % above the prediction by Little's law",
                    "who answers sooner than the waits of its calls allow has not made them all",
                    Effect.SPOILS, LOOK,
                    0.02, where(run -> bindsTheory(run.predicted()), ValidityRules::beyondTheory),
                    (run, value) -> String.format("%.1f %% more answers than the waits of the calls allow",
                            100 * run.measured().throughput() / run.predicted().throughput() - 100)),

            new Rule("calls abandoned",
                    "at most 1 call to service two in 100 requests left before its answer, where none should fail",
                    "service two then works on what nobody is told the answer of",
                    Effect.SPOILS, LOOK,
                    0.01, where(run -> !run.predicted().expectsFailures(),
                            (run, m) -> m.work().abandoned() / m.requests().answered()),
                    (run, value) -> String.format("%,.0f calls for %,d answers were abandoned by their "
                            + "caller", run.measured().work().abandoned(), run.measured().requests().answered())),

            new Rule("listen queue", "no connection dropped",
                    "the kernel repeats a dropped connection after a second, which nobody sees but in the latency",
                    Effect.SLOWS, "a longer queue: sysctl net.core.somaxconn, and --backlog of service one",
                    0, measured(m -> Run.known(m.machine().listenOverflows())),
                    (run, value) -> "a full listen queue dropped " + Math.round(value) + " connections"),

            new Rule("generator saturated", "JMeter uses at most half of its machine",
                    "beyond it the load generator's cost, not the service's, sets the throughput",
                    Effect.SLOWS, ELSEWHERE,
                    0.5, measured(Measurement::generatorShare), share("JMeter used %s of its machine's CPU time")),

            new Rule("machine saturated", "at most 90 % of all cores busy, where requests wait",
                    "a saturated machine is measured itself, and not the way of getting threads",
                    Effect.SLOWS, EITHER,
                    0.9, where(run -> !run.predicted().isCpuBound(), (run, m) -> m.busyShare()),
                    share("%s of the machine's CPU time was used")),

            new Rule("machine disturbed", "at most 10 % of all cores used by others, where requests wait",
                    "while cores are idle, others take nothing from requests that wait; but the slowest answers come "
                            + "later, and cold caches cost CPU time",
                    Effect.DISTURBS, QUIET,
                    0.1, where(run -> !run.predicted().isCpuBound(), (run, m) -> m.othersShare()),
                    share("others used %s of the machine's CPU time")),

            new Rule("cores shared", "at most 10 % of all cores used by others, where requests compute",
                    "where the cores are the limit, others take from the throughput, and most where it has the fewest "
                            + "threads",
                    Effect.SLOWS, QUIET,
                    0.1, where(run -> run.predicted().isCpuBound(), (run, m) -> m.othersShare()),
                    share("others used %s of the machine's CPU time, which was the limit")),

            new Rule("concurrency not reached", "throughput × mean latency at least 95 % of the users",
                    "by Little's law some users were not waiting for an answer: JMeter was late, or the load not yet "
                            + "steady",
                    Effect.HOLDS_BACK, LONGER,
                    0.05, where(run -> run.load().isClosed() && !mayStarve(run), ValidityRules::missingUsers),
                    (run, value) -> String.format("%,.0f of %,d users were in flight",
                            run.measured().effectiveConcurrency(), run.load().users())),

            new Rule("users starved",
                    "throughput × mean latency at least 95 % of the users, where a request keeps its core or carrier",
                    "the scheduler of virtual threads has no slices of time (JEP 444): some users are answered again "
                            + "and again, others wait for longer than the window, and their latencies are missing",
                    Effect.HIDES_WAITS.withCare(), "a longer window: --seconds 60",
                    0.05, where(run -> run.load().isClosed() && mayStarve(run), ValidityRules::missingUsers),
                    (run, value) -> String.format("the answers are those of %,.0f of %,d users: others "
                            + "had none in the window", run.measured().effectiveConcurrency(), run.load().users())),

            new Rule("not steady", "throughput or mean latency of the window's halves within 5 %",
                    "figures that still move change with the length of the window",
                    Effect.SLOWS, LONGER,
                    0.05, where(run -> run.load().isClosed(), (run, m) -> drift(m.requests())),
                    share("throughput and mean latency differed by %s and more between the window's halves")),

            new Rule("cost not steady", "CPU time of the window's halves, without the JVM's compiler, within 15 %, "
                    + "but for 20 ms that chance may move",
                    "code that is not compiled yet spends more on a request than it will later; throughput need not "
                            + "suffer",
                    Effect.COSTS, LONGER, 0.15, measured(ValidityRules::cpuDrift),
                    share("CPU time differed by %s between the window's halves, beside 20 ms")),

            new Rule("still compiling", "the JVM's compiler kept at most a quarter of a core busy",
                    "its own work is in no figure of CPU time, but where it has much to do, the code that ran is not "
                            + "the code that will run",
                    Effect.COSTS, LONGER,
                    0.25, measured(m -> m.compilation().compilerSeconds() / m.seconds()),
                    share("its JVM's compiler kept %s of a core busy")),

            new Rule("heap at its limit", "at most 80 % of the greatest heap in use after a collection",
                    "close to the limit the collector's work, not the service's, sets the CPU time",
                    Effect.SLOWS, "more heap: -Xmx in the contender's SPEC",
                    0.8, measured(m -> Run.known(m.jvm().heapLive()) / m.jvm().heapMax()),
                    share("%s of the heap was in use after a collection")),

            new Rule("file limit reached", "at most 95 % of the file descriptors in use",
                    "at the limit no connection is accepted",
                    Effect.HOLDS_BACK, "more file descriptors: ulimit -n",
                    0.95, measured(m -> Stream.of(m.serviceOne(), m.serviceTwo(), m.generator())
                            .mapToDouble(Run.Usage::fileShare).max().orElseThrow()),
                    share("a program had %s of its file descriptors open")),

            // In both halves, because a JVM that has just begun to want its compiler in one of them is told by "cost
            // not steady"; where it wants it in both and waits in both, the halves are alike, and nothing else tells.
            // More than half, because a compiler that has a core for half of its time still gets its work done in
            // twice the time.
            new Rule("compiler starved",
                    "no compiler thread was ready and without a core for more than half of both halves of the window",
                    "code that waits for its compiler is interpreted, some twenty times slower, for as long as the "
                            + "cores are busy with that; the window's halves are then alike, and the figures are the "
                            + "interpreter's",
                    Effect.SLOWS, EITHER,
                    0.5, measured(m -> m.compilation().waited()),
                    (run, value) -> "a thread of the JVM's compiler waited for a core for at least " + percent(value)
                            + " of each half of the window" + queue(run.measured().jvm().compileQueue())),

            // As the report quotes the slowest hundredth, what stands still in more than a hundredth of time is in it.
            new Rule("control group throttled",
                    "a limit on CPU time stopped the programs in at most 1 % of its periods",
                    "a group that has used up its share stands still for the rest of the period, mostly of 100 ms, "
                            + "whatever the cores do: that looks like the service's own latency",
                    Effect.SLOWS, "a control group without a limit on CPU time",
                    0.01, measured(m -> m.machine().contention().throttledShare()),
                    (run, value) -> String.format("a limit on CPU time (cgroup) stopped the programs in "
                            + "%,.0f of its %,.0f periods", run.measured().machine().contention().throttledPeriods(),
                            run.measured().machine().contention().periods())),

            new Rule("memory short", "some program waited for memory for at most 1 % of the window",
                    "pages that are read back from disk, or freed first, cost milliseconds, which the slowest "
                            + "hundredth of the latencies shows",
                    Effect.HOLDS_BACK, "fewer programs, or more memory",
                    0.01, measured(m -> m.machine().contention().memoryPressure()),
                    share("for %s of the window some program waited for memory")),

            // Of the time that was wanted: who steals from idle cores takes nothing.
            new Rule("time stolen", "the hypervisor gave others at most 5 % of the time that this machine wanted",
                    "a virtual core that is taken away stops a request in the middle, and idle ones beside it are no "
                            + "help",
                    Effect.DISTURBS, "a machine whose hypervisor gives it cores of its own",
                    0.05, measured(Measurement::stolenShare),
                    share("the hypervisor gave others %s of the CPU time that was wanted here")),

            new Rule("clocks apart", "the generators' clocks known to 1 % of the window",
                    "answers are put into the window by the clock of the generator that got them, moved by what that "
                            + "is ahead",
                    new Effect(Validity.NOT_VALID, Set.of(Figure.THROUGHPUT, Figure.CPU_TIME), false),
                    "clocks that NTP keeps together",
                    0.01, measured(m -> m.elsewhere().generators().stream()
                            .mapToDouble(each -> each.clockError() / 1e3 / m.seconds()).reduce(Math::max)
                            .orElse(Double.NaN)),
                    (run, value) -> String.format("a generator's clock is known to %,.0f ms only, in a "
                            + "window of %,.0f s", 1e3 * value * run.measured().seconds(), run.measured().seconds())),

            new Rule("arrivals missing", "every arrival of an open loop was sent",
                    "those that JMeter never came to would have waited longest, and no latency tells of them",
                    Effect.HIDES_WAITS, ELSEWHERE,
                    0, arrivals(SentArrivals::missing),
                    (run, value) -> String.format("%,.0f of %,d arrivals were never sent", value,
                            arrivals(run).asked())),

            new Rule("arrival rate not reached", "at least 95 % of the arrivals asked for were sent",
                    "the service was asked less than the report says",
                    Effect.HOLDS_BACK, ELSEWHERE,
                    0.05, arrivals(each -> 1 - (double) each.made() / each.asked()),
                    (run, value) -> String.format("%,d requests were sent in the window, %,d were to be",
                            arrivals(run).made(), arrivals(run).asked())),

            new Rule("arrivals late", "half of the sends at most 25 ms after their moment",
                    "a latency is counted from the send: what an arrival waited for JMeter is missing from it",
                    Effect.HIDES_WAITS, EITHER,
                    25, arrivals(SentArrivals::medianLate),
                    (run, value) -> "half of the requests were sent " + Numbers.text(value) + " ms late or more"),

            new Rule("arrivals held up", "no send more than 250 ms after its moment",
                    "a generator that stands still sends afterwards what it owes, all at once: a longer queue than "
                            + "asked for, and the wait before it is missing from the latency",
                    Effect.DELAYS, EITHER,
                    250, arrivals(SentArrivals::worstLate),
                    (run, value) -> "a request was sent " + Numbers.text(value) + " ms late"),

            new Rule("arrivals not random",
                    "gaps between arrivals within 10 % of the random ones asked for, beyond chance",
                    "arrivals in groups queue longer than those of visitors who know nothing of each other, and even "
                            + "ones less",
                    Effect.HIDES_WAITS, EITHER,
                    0.1, arrivals(each -> each.distance() - CHANCE / Math.sqrt(each.gaps())),
                    (run, value) -> "the gaps between arrivals differ by " + Numbers.percent(arrivals(run).distance())
                            + " from those asked for (Kolmogorov and Smirnov)"));

    private ValidityRules() {
    }

    /** What the rules find wrong with a run; nothing for a run to be trusted. */
    public static List<Finding> judge(Run run) {
        return ALL.stream().flatMap(rule -> rule.judge(run).stream()).toList();
    }

    /** The one of these that spoils most of the run. */
    public static Optional<Finding> gravest(Run run) {
        return judge(run).stream().min(Finding.GRAVEST_FIRST);
    }

    /** All in words: {@code others used 31 % of the machine's CPU time (p99 and CPU time are usable with care)}. */
    public static List<String> findings(Run run) {
        return judge(run).stream().map(finding -> finding.text() + " (" + finding.consequence() + ")").toList();
    }

    /** What a run's figure is worth by its own findings, whatever befell other contenders. */
    public static Validity validity(Run run, Figure figure) {
        return judge(run).stream().filter(finding -> finding.doubted().contains(figure))
                .map(Finding::leaves).reduce(Validity.VALID, Validity::orWorse);
    }

    /**
     * Those of throughput and p50 that are all that theory allows: nothing has slowed them down.
     * In an open loop the arrivals set the throughput, however late the answers are; there p50 stands for itself.
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

    /** NaN, not checked, where nothing was measured or the rule does not apply. */
    private static ToDoubleFunction<Run> where(Predicate<Run> applies, ToDoubleBiFunction<Run, Measurement> value) {
        return run -> run.isMeasured() && applies.test(run) ? value.applyAsDouble(run, run.measured()) : Double.NaN;
    }

    /** {@link SentArrivals} are known to the millisecond, or not at all. */
    private static ToDoubleFunction<Run> arrivals(ToDoubleFunction<SentArrivals> value) {
        return where(run -> arrivals(run).isKnown(), (run, _) -> value.applyAsDouble(arrivals(run)));
    }

    private static SentArrivals arrivals(Run run) {
        return run.measured().requests().arrivals();
    }

    /** Whether who has a core or a carrier keeps it until it is done. */
    private static boolean mayStarve(Run run) {
        return run.predicted().isCpuBound() || run.predicted().limit().equals("carriers");
    }

    /** Of those who wait for an answer that will be a good one; NaN where it is not known how many others there are. */
    private static double missingUsers(Run run, Measurement m) {
        Prediction predicted = run.predicted();
        double answered = predicted.expectsFailures() ? predicted.throughput() * predicted.latency()
                : run.load().users();
        return 1 - m.effectiveConcurrency() / answered;
    }

    /** By what share of the requests more or less failed than predicted, beyond what chance may do to so many. */
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

    /** Not where chance decides: how many arrive, and where calls fail, how many are left to wait. */
    private static boolean bindsTheory(Prediction predicted) {
        return predicted.isKnown() && !predicted.isCpuBound() && !predicted.expectsFailures()
                && !predicted.limit().equals("arrivals");
    }

    /** Permits become free in groups, to which no window is cut: so it may hold some more of those in flight. */
    private static double beyondTheory(Run run, Measurement m) {
        double rounding = run.predicted().limit().equals("permits") ? run.predicted().inFlight() : 0;
        return (m.requests().answered() - rounding) / (run.predicted().throughput() * m.seconds()) - 1;
    }

    /** NaN where a request waits for nothing, or nothing is known of its path. */
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
     * By how much the halves differ, in throughput or in latency, whichever is less. Users who are answered in groups
     * leave one group more to one half, at the same latency; threads that are served unfairly have widely different
     * latencies, at the same throughput. A load that still grows changes both.
     */
    private static double drift(Requests requests) {
        double first = requests.firstHalf();
        double second = requests.answered() - first;
        return Math.min(Math.abs(second - first) / Math.max(first, second), requests.halves().difference());
    }

    /**
     * Of CPU seconds, not of those per answer: users who started together are answered together, so one half may hold a
     * group of answers more than the other at the same work.
     */
    private static double cpuDrift(Measurement m) {
        double first = m.serviceFirstHalfSeconds();
        double second = m.serviceSeconds() - first;
        return (Math.abs(second - first) - CPU_NOISE_SECONDS) / Math.max(first, second);
    }

    /** A finding's text, with the value in the place of %s. */
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
