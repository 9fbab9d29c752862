package lab.judge;

import static lab.judge.Rule.Severity.*;

import module java.base;
import experiment.Limit;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run.Measurement;
import experiment.Run.Requests;
import experiment.Run;
import experiment.SentArrivals;
import text.Numbers;

/**
 * What may be wrong with a single run. {@link WorkDone} and {@link Point} judge what only several runs show.
 *
 * @param reason what a reader may conclude from a broken rule
 * @param remedy what makes the next run better
 */
public record Rule(String name, Blame blame, Severity severity, String reason, String remedy, Check... checks) {
    /** The halves' CPU times may differ by this much, because caches are cold or a reading comes late. */
    private static final double CPU_NOISE_SECONDS = 0.02;
    /** Chance almost never moves the share of failures by more standard deviations than this. */
    private static final double DEVIATIONS = 4;
    /** Kolmogorov-Smirnov test: by chance, √n · distance exceeds this once in a thousand runs. */
    private static final double CHANCE = 1.95;
    private static final double FEW_FAILURES = 0.01;
    /** JMeter measures whole milliseconds, and sometimes resets its clock. */
    private static final double CLOCK_SHARE = 0.02;
    private static final double CLOCK_MILLIS = 2;

    private static final String MAY_HAVE_CLOSED = "; does it close connections without the header that says so? "
            + "(--header 'Connection: close' opens one for each request)";
    private static final String READ_ITS_OUTPUT = "a look at the program's output in the report's folder logs/";
    private static final String QUIET = "a quieter machine, or a load generator on another machine: --remote HOST";
    private static final String REMOTE_LOAD = "a load generator on another machine (--remote HOST), or a smaller load";
    private static final String LONGER_WARM_UP = "a longer warm-up: --warmup 40, --warmup-cycles 3";

    static final Rule NOT_MEASURED = new Rule(
            "not measured", Blame.CONTENDER, INVALID,
            "a program that dies, hangs or never opens its port has no throughput",
            READ_ITS_OUTPUT,
            failure(run -> !run.isMeasured() && !run.hasSetClock()));
    static final Rule CLOCK = new Rule(
            "the clock was set", Blame.MACHINE, INVALID,
            "the times of requests and readings follow the machine's clock, so the window would be cut in the wrong "
                    + "places",
            "a clock that is only slewed (NTP), and no sleep of the machine",
            failure(Run::hasSetClock));
    public static final Rule FAILURES = new Rule(
            "failures", Blame.CONTENDER, INVALID,
            "an error takes less time than an answer, so a program with errors looks fast",
            "a request of your own (curl); the report's folder jtl/ has the status and time of each",
            new Check("%s of the requests failed unexpectedly", 0.01, true,
                    where(run -> run.predicted().knowsFailing(), Rule::unpredictedFailures),
                    Rule::mostFailures));
    static final Rule EARLY = new Rule(
            "answered before its waits", Blame.CONTENDER, IMPOSSIBLE,
            "a program that answers first and makes its calls afterwards is measured without them",
            READ_ITS_OUTPUT,
            new Check("%s of the answers came sooner than the waits allow", 0.01, true, Rule::early,
                    run -> String.format(" (%,.0f ms)", 1e3 * run.predicted().least())));
    /** Correct contenders stayed at least 0.2 % below the prediction, except with permits. */
    static final Rule BEYOND_THEORY = new Rule(
            "more than theory", Blame.CONTENDER, IMPOSSIBLE,
            "a program that is faster than the waits of its calls allow has not made all its calls",
            READ_ITS_OUTPUT,
            share("throughput was %s above the prediction by Little's law", 0.02,
                    where(run -> hasExactLimit(run.predicted()), Rule::beyondTheory)));
    static final Rule ABANDONED = new Rule(
            "calls abandoned", Blame.CONTENDER, INVALID,
            "service two then works for answers that nobody reads",
            READ_ITS_OUTPUT,
            share("abandoned calls: %s of the answers, although no failures are predicted", 0.01,
                    where(run -> run.loads().noneMatch(load -> load.predicted().expectsFailures()),
                    (_, m) -> m.work().abandoned() / m.allAnswered())));

    static final Rule ARRIVALS = new Rule(
            "arrivals", Blame.GENERATOR, INVALID,
            "missing and late requests would have waited longest (coordinated omission), and arrivals in groups wait "
                    + "longer than random ones",
            REMOTE_LOAD,
            number("%s arrivals were never sent", 0, arrivals(SentArrivals::missing)),
            share("%s of the arrivals were not sent in the window", 0.05,
                    arrivals(each -> 1 - (double) each.made() / each.asked())),
            number("half of the requests were sent %s ms late", 25, arrivals(SentArrivals::medianLate)),
            number("a request was sent %s ms late", 250, arrivals(SentArrivals::worstLate)),
            share("%s of the gaps between arrivals are too long or too short, beyond chance", 0.1,
                    arrivals(each -> each.distance() - CHANCE / Math.sqrt(each.gaps()))));
    static final Rule GENERATOR = new Rule(
            "generator saturated", Blame.GENERATOR, INVALID,
            "above that, the load generator limits the throughput instead of the service",
            REMOTE_LOAD,
            share("JMeter used %s of its machine's CPU time", 0.5, measured(Measurement::generatorShare)));
    static final Rule CONCURRENCY = new Rule(
            "concurrency not reached", Blame.DESIGN, INVALID,
            "by Little's law, some users were not waiting for an answer",
            LONGER_WARM_UP,
            share("on average, %s of the users waited for no answer", 0.05,
                    where(Rule::shouldAllWait, Rule::missingUsers)));

    static final Rule STARVED = new Rule(
            "users starved", Blame.CONTENDER, LATENCIES,
            "virtual threads have no time slices (JEP 444). Some users wait longer than the window, so the true p99 is "
                    + "at least the measured one",
            "a longer window: --seconds 60",
            share("%s of the users got no answer in the window", 0.05,
                    where(run -> run.load().isClosed() && mayStarve(run), Rule::missingUsers)));
    public static final Rule UNLIKE = new Rule(
            "answers differ", Blame.CONTENDER, EXPLANATION,
            "an answer with a good status may say that something is wrong",
            "a pattern that only good answers match: --body REGEX",
            new Check("%s of the answers are unlike most others", 0.001, true,
                    measured(m -> (double) unlike(m) / m.requests().answered()),
                    run -> ": they " + most(run.measured().requests().unlike())));
    static final Rule MACHINE = new Rule(
            "the machine was busy", Blame.MACHINE, EXPLANATION,
            "answers come later and cold caches cost CPU time, about as much for each program, because they take "
                    + "turns",
            QUIET,
            share("other programs used %s of the machine's CPU time", 0.1, measured(Measurement::othersShare)),
            // idle cores lose nothing, so this is a share of the requested CPU time
            share("the hypervisor gave other machines %s of the CPU time that this machine wanted", 0.05,
                    measured(Measurement::stolenShare)),
            // a standstill for a hundredth of the time shows in the p99
            share("a limit on CPU time (cgroup) stopped the programs in %s of its periods", 0.01,
                    measured(m -> m.machine().contention().throttledShare())),
            share("for %s of the window some program waited for memory", 0.01,
                    measured(m -> m.machine().contention().memoryPressure())));
    static final Rule CORES = new Rule(
            "the cores were busy", Blame.DESIGN, EXPLANATION,
            "a request then waits for a core, and theory knows only the waits for service two",
            QUIET,
            share("%s of the machine's CPU time was used, while requests wait", 0.9,
                    where(run -> !run.predicted().isCpuBound(), (_, m) -> m.busyShare())));
    static final Rule UNSTEADY = new Rule(
            "not steady", Blame.CONTENDER, EXPLANATION,
            "without a steady state, figures depend on the length of the window",
            LONGER_WARM_UP,
            share("throughput and mean latency differed by %s between the window's halves", 0.05,
                    where(run -> run.load().isClosed() && isMeantSteady(run), (_, m) -> drift(m.requests()))));
    static final Rule COST = new Rule(
            "CPU time not steady", Blame.MACHINE, CPU_TIME,
            "without a steady state, figures depend on the length of the window",
            LONGER_WARM_UP,
            share("CPU time differed by %s between the window's halves", 0.15,
                    where(Rule::isMeantSteady, (_, m) -> cpuDrift(m))));
    public static final Rule COLD = new Rule(
            "not warm", Blame.MACHINE, CPU_TIME,
            "a JVM that still compiles needs more CPU time than it will later",
            LONGER_WARM_UP,
            share("its JIT compiler kept %s of a core busy", 0.25,
                    measured(m -> m.compilation().compilerSeconds() / m.seconds())));
    /** A compiler that has a core for half of the time still finishes. */
    static final Rule COMPILER = new Rule(
            "compiler starved", Blame.CONTENDER, CPU_TIME,
            "code that still waits for its compiler costs more CPU time than it will later",
            LONGER_WARM_UP,
            share("a thread of the JIT compiler waited for a core for %s of each half of the window", 0.5,
                    measured(m -> m.compilation().waited())));
    static final Rule LIMIT = new Rule(
            "a limit was reached", Blame.CONTENDER, EXPLANATION,
            "a full heap is collected all the time; without descriptors no connection is accepted; the kernel retries "
                    + "a dropped connection after a second",
            "more heap (-Xmx), more descriptors (ulimit -n), or a longer listen queue: the service's own "
                    + "backlog (service one's --backlog) and net.core.somaxconn",
            share("%s of the heap was in use after a collection", 0.8,
                    measured(m -> Run.known(m.jvm().heapLive()) / m.jvm().heapMax())),
            share("a program had %s of its file descriptors open", 0.95, measured(Rule::fileShare)),
            number("a full listen queue dropped %s connections", 0,
                    measured(m -> Run.known(m.machine().listenOverflows()))));

    /** These are about the requests, so they hold for a second load, too. */
    private static final Set<Rule> OF_EACH_LOAD =
            Set.of(FAILURES, EARLY, BEYOND_THEORY, ARRIVALS, CONCURRENCY, STARVED, UNLIKE);
    /** What invalidates comes first. */
    public static final List<Rule> ALL = List.of(NOT_MEASURED, CLOCK, FAILURES, EARLY, BEYOND_THEORY, ABANDONED,
            ARRIVALS, GENERATOR, CONCURRENCY, STARVED, UNLIKE, MACHINE, CORES, UNSTEADY, COST, COLD, COMPILER, LIMIT);

    private static Check share(String text, double most, ToDoubleFunction<Run> value) {
        return new Check(text, most, true, value, _ -> "");
    }

    private static Check number(String text, double most, ToDoubleFunction<Run> value) {
        return new Check(text, most, false, value, _ -> "");
    }

    private static Check failure(Predicate<Run> isBroken) {
        return new Check("", 0, false, run -> isBroken.test(run) ? 1 : 0, Run::failure);
    }

    Stream<Finding> judge(Run run) {
        Stream<Finding> second = run.beside().stream()
                .filter(_ -> OF_EACH_LOAD.contains(this))
                .flatMap(this::judgeFirst)
                .map(finding -> finding.saying("second load: " + finding.text()));
        return Stream.concat(judgeFirst(run), second);
    }

    /** Without a second load. */
    Stream<Finding> judgeFirst(Run run) {
        return Stream.of(checks).flatMap(check -> check.on(run, this).stream());
    }

    public boolean isBroken(Run run) {
        return judge(run).findAny().isPresent();
    }

    public boolean isKnown(Run run) {
        return Stream.of(checks).anyMatch(check -> check.isKnown(run));
    }

    private static ToDoubleFunction<Run> measured(ToDoubleFunction<Measurement> value) {
        return where(_ -> true, (_, m) -> value.applyAsDouble(m));
    }

    private static ToDoubleFunction<Run> where(Predicate<Run> applies, ToDoubleBiFunction<Run, Measurement> value) {
        return run -> run.isMeasured() && applies.test(run)
                ? value.applyAsDouble(run, run.measured())
                : Double.NaN;
    }

    private static ToDoubleFunction<Run> arrivals(ToDoubleFunction<SentArrivals> value) {
        return where(run -> run.measured().requests().arrivals().isKnown(),
                (_, m) -> value.applyAsDouble(m.requests().arrivals()));
    }

    /** A request that keeps its core or carrier until it is done may starve others. */
    private static boolean mayStarve(Run run) {
        return run.predicted().isCpuBound() || run.predicted().limit() == Limit.CARRIERS;
    }

    private static boolean shouldAllWait(Run run) {
        Prediction predicted = run.predicted();
        return run.load().isClosed()
                && !mayStarve(run)
                && predicted.knowsFailing()
                && predicted.limit() != Limit.PLAN;
    }

    private static boolean isMeantSteady(Run run) {
        return run.loads().noneMatch(load -> load.predicted().isOfChangingWaits());
    }

    /** If failures are predicted, only users who will be answered count. Other failures leave it unknown. */
    private static double missingUsers(Run run, Measurement m) {
        Prediction predicted = run.predicted();
        if (!predicted.knowsFailing() || m.failedShare() > predicted.failing() + FEW_FAILURES) {
            return Double.NaN;
        }
        double answered = predicted.expectsFailures()
                ? predicted.throughput() * predicted.latency()
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

    private static String mostFailures(Run run) {
        String problem = most(run.measured().requests().failures());
        // in an open loop, each arrival has a connection of its own
        boolean mayHaveClosed = !run.load().isOpen() && problem.startsWith(Requests.CLOSED);
        return ", most often with: " + problem + (mayHaveClosed ? MAY_HAVE_CLOSED : "");
    }

    private static String most(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("nothing known");
    }

    private static double fileShare(Measurement m) {
        return Stream.of(m.serviceOne(), m.serviceTwo(), m.generator())
                .mapToDouble(Run.Usage::fileShare)
                .max()
                .orElseThrow();
    }

    /** No limit is exact if chance decides how many requests arrive or fail. */
    private static boolean hasExactLimit(Prediction predicted) {
        return predicted.isKnown()
                && !predicted.isCpuBound()
                && !predicted.expectsFailures()
                && predicted.limit() != Limit.ARRIVALS;
    }

    /** Permits become free in groups, so the window may hold one group of answers more than predicted. */
    private static double beyondTheory(Run run, Measurement m) {
        double rounding = run.predicted().limit() == Limit.PERMITS ? run.predicted().inFlight() : 0;
        return (m.requests().answered() - rounding) / (run.predicted().throughput() * m.seconds()) - 1;
    }

    /** NaN if a request waits for nothing or its path is unknown. */
    private static double early(Run run) {
        double soonest = 1e3 * run.predicted().least() * (1 - CLOCK_SHARE) - CLOCK_MILLIS;
        if (!run.isMeasured() || soonest <= 0) {
            return Double.NaN;
        }
        Requests requests = run.measured().requests();
        double early = requests.histogram().stream()
                .filter(bucket -> bucket.to() <= soonest)
                .mapToLong(Run.Bucket::count)
                .sum();
        return early / requests.latencies();
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

    public enum Blame {
        /** The measured program. Whatever its code may have caused is its fault. */
        CONTENDER,
        /** The load generator. */
        GENERATOR,
        /** What the contender runs on: other programs, the hypervisor, the clock, a JVM that still compiles. */
        MACHINE,
        /** The experiment: its load needs more than this machine has, or its warm-up is too short. */
        DESIGN;

        /** Whether a contender that is too slow is excused. Nothing excuses one that is too fast. */
        public boolean excusesContender() {
            return this == GENERATOR || this == MACHINE;
        }
    }

    public enum Severity {
        /** A contender that is faster than possible does something else, also in the next run. */
        IMPOSSIBLE,
        /** Work or load was not as stated, so no figure counts. */
        INVALID,
        /** The longest waits are missing, so latencies are at least as measured. */
        LATENCIES,
        CPU_TIME,
        /** Says why figures may vary. Whether they do, the repetitions show. */
        EXPLANATION;

        public boolean spoils(Metric metric) {
            return switch (this) {
                case LATENCIES -> metric.isLatency();
                case CPU_TIME -> metric.isCpuTime();
                default -> true;
            };
        }

        public boolean invalidates() {
            return compareTo(INVALID) <= 0;
        }
    }

    /**
     * A run fails if its value exceeds {@code most}. NaN means unknown.
     *
     * @param text says what was found, with %s for the value
     * @param isShare whether the value is shown in percent
     * @param detail what the text adds for a run
     */
    public record Check(String text, double most, boolean isShare, ToDoubleFunction<Run> value,
            Function<Run, String> detail) {
        public String limit() {
            return text.formatted("at most " + shown(most));
        }

        public boolean isKnown(Run run) {
            return !Double.isNaN(value.applyAsDouble(run));
        }

        private String shown(double number) {
            if (!isShare) {
                return Numbers.text(number);
            }
            return Numbers.percent(number, number < 0.1 ? 1 : 0);
        }

        private Optional<Finding> on(Run run, Rule rule) {
            double found = value.applyAsDouble(run);
            if (!(found > most)) {
                return Optional.empty();
            }
            String said = text.formatted(shown(found)) + detail.apply(run);
            return Optional.of(new Finding(rule, limit(), found, said));
        }
    }

    /** @param limit what the rule allows */
    public record Finding(Rule rule, String limit, double value, String text) {
        public boolean invalidates() {
            return rule.severity().invalidates();
        }

        public boolean isImpossible() {
            return rule.severity() == Severity.IMPOSSIBLE;
        }

        public boolean blamesContender() {
            return rule.blame() == Blame.CONTENDER;
        }

        public Finding saying(String other) {
            return new Finding(rule, limit, value, other);
        }
    }
}
