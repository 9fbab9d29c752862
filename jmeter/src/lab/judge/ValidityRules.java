package lab.judge;

import common.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import lab.judge.Run.Measurement;
import lab.judge.Run.Usage;

/** Every validity rule, with its threshold and the reason for it. */
public final class ValidityRules {
    /** CPU seconds by which the halves of the same work were seen to differ: a neighbour's cache, a late reading. */
    private static final double CPU_NOISE_SECONDS = 0.02;
    /** Of a share, by which chance alone nearly never moves it. */
    private static final double DEVIATIONS = 4;

    static final Rule NOT_MEASURED = new Rule("not measured", "every run ends with figures",
            "a contender that dies, hangs or never opens its port has no throughput to compare",
            Validity.NOT_VALID, Rule.Scope.ALL, 0, run -> run.isMeasured() ? 0 : 1, (run, value) -> run.failure());

    static final Rule ERRORS = new Rule("errors",
            "at most 0.1 % more of the requests failed than predicted, or less, beyond chance",
            "an error is quicker to make than an answer, so errors pass for speed",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.001, ValidityRules::unpredictedFailures,
            (run, value) -> percent(run.measured().failedShare()) + " of the requests failed"
                    + (run.predicted().expectsFailures() ? ", predicted " + percent(run.predicted().failing()) : "")
                    + ", most often with: " + commonestFailure(run));

    static final Rule LISTEN_QUEUE = new Rule("listen queue", "no connection dropped",
            "the kernel repeats a dropped connection after a second, which nobody sees but in the latency",
            Validity.NOT_VALID, Rule.Scope.ALL, 0, measured(m -> Run.known(m.machine().listenOverflows())),
            (run, value) -> "a full listen queue dropped " + Math.round(value) + " connections");

    static final Rule GENERATOR = new Rule("generator saturated", "JMeter uses at most half of its machine",
            "beyond it the load generator's cost, not the service's, sets the throughput",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.5, measured(Measurement::generatorShare),
            (run, value) -> "JMeter used " + percent(value) + " of its machine's CPU time");

    static final Rule MACHINE = new Rule("machine saturated", "at most 90 % of all cores busy, where requests wait",
            "a saturated machine is measured itself, and not the way of getting threads",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.9,
            where(run -> !run.predicted().isCpuBound(), ValidityRules::busyShare),
            (run, value) -> percent(value) + " of the machine's CPU time was used");

    static final Rule DISTURBED = new Rule("machine disturbed",
            "at most 10 % of all cores used by others, where requests wait",
            "while cores are idle, others take nothing from requests that wait; but the slowest answers come later, "
                    + "and cold caches cost CPU time",
            Validity.WITH_CARE, Rule.Scope.ALL, 0.1,
            where(run -> !run.predicted().isCpuBound(), ValidityRules::foreignShare),
            (run, value) -> "others used " + percent(value) + " of the machine's CPU time");

    static final Rule SHARED = new Rule("cores shared",
            "at most 10 % of all cores used by others, where requests compute",
            "where the cores are the limit, others take from the throughput, and most where it has the fewest threads",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.1,
            where(run -> run.predicted().isCpuBound(), ValidityRules::foreignShare),
            (run, value) -> "others used " + percent(value) + " of the machine's CPU time, which was the limit");

    static final Rule CONCURRENCY = new Rule("concurrency not reached",
            "throughput × mean latency at least 95 % of the users",
            "by Little's law some users were not waiting for an answer: JMeter was late, or the load not yet steady",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.05, run -> mayStarve(run) ? Double.NaN : 1 - reachedShare(run),
            (run, value) -> String.format(Locale.ROOT, "%,.0f of %,d users were in flight",
                    run.measured().effectiveConcurrency(), run.load().users()));

    static final Rule STARVED = new Rule("users starved",
            "throughput × mean latency at least 95 % of the users, where a request keeps its core or carrier",
            "the scheduler of virtual threads has no slices of time (JEP 444): some users are answered again and "
                    + "again, others wait for longer than the window, and their latencies are missing",
            Validity.WITH_CARE, Rule.Scope.ALL, 0.05, run -> mayStarve(run) ? 1 - reachedShare(run) : Double.NaN,
            (run, value) -> String.format(Locale.ROOT, "the answers are those of %,.0f of %,d users: others had none "
                    + "in the window", run.measured().effectiveConcurrency(), run.load().users()));

    static final Rule WARMING_UP = new Rule("not steady",
            "throughput or mean latency of the window's halves within 5 %",
            "figures that still move change with the length of the window",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.05, where(run -> run.load().isClosed(), ValidityRules::drift),
            (run, value) -> "throughput and mean latency differed by " + percent(value)
            + " and more between the window's halves");

    static final Rule COST = new Rule("cost not steady",
            "CPU time of the window's halves, without the JVM's compiler, within 15 %, "
                    + "but for 20 ms that chance may move",
            "code that is not compiled yet spends more on a request than it will later; throughput need not suffer",
            Validity.NOT_VALID, Rule.Scope.CPU_TIME, 0.15, measured(ValidityRules::cpuDrift),
            (run, value) -> "CPU time differed by " + percent(value) + " between the window's halves, beside 20 ms");

    static final Rule COMPILING = new Rule("still compiling",
            "the JVM's compiler kept at most a quarter of a core busy",
            "its own work is in no figure of CPU time, but where it has much to do, the code that ran is not the code "
                    + "that will run",
            Validity.NOT_VALID, Rule.Scope.CPU_TIME, 0.25,
            measured(m -> m.compilation().compilerSeconds() / m.seconds()),
            (run, value) -> "its JVM's compiler kept " + percent(value) + " of a core busy");

    static final Rule HEAP = new Rule("heap at its limit",
            "at most 80 % of the greatest heap in use after a collection",
            "close to the limit the collector's work, not the service's, sets the CPU time",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.8,
            measured(m -> Run.known(m.jvm().heapLive()) / m.jvm().heapMax()),
            (run, value) -> percent(value) + " of the heap was in use after a collection");

    static final Rule FILES = new Rule("file limit reached", "at most 95 % of the file descriptors in use",
            "at the limit no connection is accepted",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.95, measured(ValidityRules::greatestFileShare),
            (run, value) -> "a program had " + percent(value) + " of its file descriptors open");

    private static final List<Rule> OWN = List.of(LISTEN_QUEUE, GENERATOR, MACHINE, DISTURBED, SHARED, CONCURRENCY,
            STARVED, WARMING_UP, COST, COMPILING, HEAP, FILES);

    /** A cause before what may follow from it: who leaves work out can saturate the machine with the rest. */
    public static final List<Rule> ALL =
            Stream.of(List.of(NOT_MEASURED, ERRORS), WorkRules.ALL, OWN, MachineRules.ALL, List.of(RemoteRules.CLOCKS),
                    ArrivalRules.ALL).flatMap(List::stream).toList();

    private ValidityRules() {
    }

    /** What the rules find wrong with a run; nothing for a run to be trusted. */
    public static List<Rule.Finding> judge(Run run) {
        return ALL.stream().flatMap(rule -> rule.judge(run).stream()).toList();
    }

    /** The one of these that spoils most of the run. */
    public static Optional<Rule.Finding> gravest(Run run) {
        return judge(run).stream().min(Comparator.comparing((Rule.Finding finding) -> finding.rule().scope())
                .thenComparing(finding -> finding.rule().leaves(), Comparator.reverseOrder()));
    }

    /** All of them in words. */
    public static List<String> findings(Run run) {
        return judge(run).stream().map(Rule.Finding::withVerdict).toList();
    }

    /** What a run's figure is worth by its own findings, whatever befell other contenders. */
    static Validity validity(Run run, Metric metric) {
        return judge(run).stream().filter(finding -> finding.concerns(metric)).map(finding -> finding.rule().leaves())
                .reduce(Validity.VALID, Validity::orWorse);
    }

    /** What a run is worth by its own findings, but for its CPU time. */
    public static Validity validity(Run run) {
        return validity(run, Metric.THROUGHPUT);
    }

    /** Of the machine's CPU time; NaN where not known. */
    public static double othersShare(Run run) {
        return measured(ValidityRules::foreignShare).applyAsDouble(run);
    }

    private interface OfMeasurement {
        double of(Measurement measurement);
    }

    private static ToDoubleFunction<Run> measured(OfMeasurement value) {
        return where(run -> true, value);
    }

    /** NaN, not checked, where nothing was measured or the rule does not apply. */
    private static ToDoubleFunction<Run> where(Predicate<Run> applies, OfMeasurement value) {
        return run -> run.isMeasured() && applies.test(run) ? value.of(run.measured()) : Double.NaN;
    }

    /** Whether who has a core or a carrier keeps it until it is done. */
    private static boolean mayStarve(Run run) {
        return run.predicted().isCpuBound() || run.predicted().limit().equals("carriers");
    }

    private static double reachedShare(Run run) {
        return where(any -> any.load().isClosed(), Measurement::effectiveConcurrency).applyAsDouble(run)
                / answeredUsers(run);
    }

    /** Those who wait for an answer that will be a good one; NaN where it is not known how many others there are. */
    private static double answeredUsers(Run run) {
        return !run.predicted().expectsFailures() ? run.load().users()
                : run.predicted().throughput() * run.predicted().latency();
    }

    /**
     * By what share of the requests more or less failed than predicted, beyond what chance may do to so many; NaN where
     * errors are what is to be seen and their number is not predicted.
     */
    private static double unpredictedFailures(Run run) {
        if (!run.isMeasured() || !run.predicted().knowsFailing()) {
            return Double.NaN;
        }
        double predicted = run.predicted().failing();
        long all = run.measured().requests().latencies() + run.measured().requests().failed();
        double chance = DEVIATIONS * Math.sqrt(predicted * (1 - predicted) / all);
        return Math.abs(run.measured().failedShare() - predicted) - chance;
    }

    private static String commonestFailure(Run run) {
        return run.measured().requests().failures().entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue)).map(Map.Entry::getKey).orElse("nothing known");
    }

    /** Of the whole machine; where it doesn't tell, of what the experiment itself used. */
    private static double busyShare(Measurement m) {
        double all = machineSeconds(m) / m.capacity();
        return Double.isNaN(all) ? m.ownSeconds() / m.capacity() : all;
    }

    private static double foreignShare(Measurement m) {
        return (machineSeconds(m) - m.ownSeconds()) / m.capacity();
    }

    private static double machineSeconds(Measurement m) {
        return m.machine().busySeconds() + m.machine().stolenSeconds();
    }

    private static double greatestFileShare(Measurement m) {
        return Stream.of(m.serviceOne(), m.serviceTwo(), m.generator()).mapToDouble(ValidityRules::fileShare).max()
                .orElseThrow();
    }

    private static double fileShare(Usage usage) {
        return usage.files() < 0 || usage.fileLimit() <= 0 ? 0 : (double) usage.files() / usage.fileLimit();
    }

    /**
     * By how much the halves differ, in throughput or in latency, whichever is less. Users who are answered in groups
     * leave one group more to one half, at the same latency; threads that are served unfairly have widely different
     * latencies, at the same throughput. A load that still grows changes both.
     */
    private static double drift(Measurement m) {
        double first = m.requests().firstHalf();
        double second = m.requests().answered() - first;
        return Math.min(Math.abs(second - first) / Math.max(first, second), m.requests().halves().difference());
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

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    /**
     * A condition under which a run's figures are not what they seem. It is broken where its value exceeds its limit; a
     * value that this machine can't tell is NaN and breaks nothing, and the report says that it was not checked.
     *
     * @param limit  in words, for the report
     * @param leaves what a run that breaks it can still be
     * @param scope  the figures that it speaks of
     * @param reason why a run beyond the limit is not to be trusted
     * @param says   what was found, from the run and the value
     */
    public record Rule(String name, String limit, String reason, Validity leaves, Scope scope, double most,
                       ToDoubleFunction<Run> value, BiFunction<Run, Double, String> says) {

        /** Whether a broken rule spoils all of a run's figures, or those of CPU time alone. */
        public enum Scope { ALL, CPU_TIME }

        /** A rule that a run broke, by which value, and how. */
        public record Finding(Rule rule, double value, String text) {
            boolean concerns(Metric metric) {
                return rule.scope() == Scope.ALL || metric.isCpuTime();
            }

            /** {@code others used 31 % of the machine's CPU time (usable with care)}. */
            String withVerdict() {
                return text + " (" + rule.otherwise() + ")";
            }
        }

        /** What a run is that breaks it, in words; its CPU time where that is all that the rule speaks of. */
        public String otherwise() {
            return (scope == Scope.ALL ? "" : "CPU time ") + leaves.label();
        }

        public Optional<Finding> judge(Run run) {
            double found = value.applyAsDouble(run);
            return found > most ? Optional.of(new Finding(this, found, says.apply(run, found))) : Optional.empty();
        }

        public boolean isChecked(Run run) {
            return !Double.isNaN(value.applyAsDouble(run));
        }
    }
}
