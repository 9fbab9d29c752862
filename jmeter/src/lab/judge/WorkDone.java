package lab.judge;

import lab.judge.Work.Sample;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a request of one contender under one load is worth of work to others: its calls to service two, the connections
 * that it makes for them, and the size of its answer. Over all its runs that tell. Immutable.
 *
 * <p>A request that fails may have made some of its calls, none or all of them: a bulkhead refuses it at any of them.
 * So of the calls of a route, those by <em>answered</em> requests are known as a range only, from all less one for each
 * failed request to all; with no failures that is one number.
 */
public record WorkDone(List<Run> runs) {
    /** By which calls per request may differ, as some are retried. */
    private static final double CALLS = 0.1;
    /** A new connection for every second request is no pool's. */
    private static final double CONNECTIONS = 0.5;
    /** Answers that differ by less cost about the same to make and to read. */
    private static final double TIMES_AS_LARGE = 1.5;
    private static final long BYTES = 256;
    private static final double NEARLY_NONE = 0.05;
    private static final Pattern KEY = Pattern.compile("\"([^\"]*)\"\\s*:");

    static WorkDone of(List<Run> all) {
        return new WorkDone(all.stream().filter(Run::isMeasured).toList());
    }

    private List<Run> counted() {
        return runs.stream().filter(run -> run.measured().work().isKnown()).toList();
    }

    public boolean isKnown() {
        return answered() > 0;
    }

    /** Whether there is anything to compare. */
    boolean tells() {
        return isKnown() || sample().isPresent();
    }

    private double sum(ToDoubleFunction<Measurement> value) {
        return counted().stream().mapToDouble(run -> value.applyAsDouble(run.measured())).sum();
    }

    private double answered() {
        return sum(m -> m.requests().answered());
    }

    private double ended() {
        return answered() + sum(m -> m.requests().failed());
    }

    private double calls(String route) {
        return sum(m -> m.work().calls().getOrDefault(route, 0.0));
    }

    private SortedSet<String> routes() {
        return counted().stream().flatMap(run -> run.measured().work().calls().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public Optional<Sample> sample() {
        return runs.stream().map(run -> run.measured().work()).map(Work::sample).filter(Objects::nonNull).findFirst();
    }

    /** In which way another one's requests are other work than these; empty where they are not, or nothing is known. */
    Optional<Difference> difference(WorkDone other) {
        if (isKnown() && other.isKnown()) {
            SortedSet<String> routes = routes();
            routes.addAll(other.routes());
            if (routes.stream().anyMatch(route -> differs(route, other))) {
                return Optional.of(Difference.CALLS);
            }
            if (!mayFail() && !other.mayFail() && Math.abs(connections() - other.connections()) > CONNECTIONS) {
                return Optional.of(Difference.CONNECTIONS);
            }
        }
        return areAnswersAlike(other) ? Optional.empty() : Optional.of(Difference.ANSWERS);
    }

    /** Of what a contender's work can differ. */
    enum Difference { CALLS, CONNECTIONS, ANSWERS }

    private boolean differs(String route, WorkDone other) {
        double apart = Math.max(least(route) - other.most(route), other.least(route) - most(route));
        return apart > CALLS + (rounding() + other.rounding()) / 2;
    }

    private double least(String route) {
        return Math.max(0, calls(route) - sum(m -> m.requests().failed())) / answered();
    }

    private double most(String route) {
        return calls(route) / answered();
    }

    /** A request in flight at an edge of the window made some of its calls outside: on average half of them. */
    private double rounding() {
        double inFlight = counted().stream().mapToDouble(run -> Math.min(run.measured().effectiveConcurrency(),
                Double.isFinite(run.predicted().inFlight()) ? run.predicted().inFlight() : Double.POSITIVE_INFINITY))
                .sum();
        return inFlight / answered();
    }

    private boolean mayFail() {
        return runs.stream().anyMatch(run -> run.predicted().expectsFailures());
    }

    private boolean areAnswersAlike(WorkDone other) {
        if (sample().isEmpty() || other.sample().isEmpty()) {
            return true;
        }
        long one = sample().get().bytes();
        long two = other.sample().get().bytes();
        return Math.max(one, two) <= TIMES_AS_LARGE * Math.min(one, two) + BYTES;
    }

    /** Whether the answer has other members than the other's; what they say may differ by mode, time or chance. */
    boolean saysOther(WorkDone other) {
        return sample().isPresent() && other.sample().isPresent()
                && !members(sample().get()).equals(members(other.sample().get()));
    }

    private static SortedSet<String> members(Sample sample) {
        return KEY.matcher(sample.body()).results().map(key -> key.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** New connections to service two per request. */
    public double connections() {
        return isKnown() ? sum(m -> m.work().connections()) / ended() : Double.NaN;
    }

    /** Calls to service two per request that ended, whichever way. */
    public double calls() {
        return isKnown() ? routes().stream().mapToDouble(this::calls).sum() / ended() : Double.NaN;
    }

    /** {@code authenticate, authorize, 2.0 × meetings}; empty where there are none. */
    public String byRoute() {
        Map<String, Double> each = counted().getFirst().measured().work().calls();      // in service two's order
        return each.keySet().stream().filter(route -> calls(route) / ended() >= NEARLY_NONE)
                .map(route -> named(route, calls(route) / ended())).collect(Collectors.joining(", "));
    }

    private static String named(String route, double calls) {
        String number = String.format(Locale.ROOT, "%.1f", calls);
        return number.equals("1.0") ? route : number + " × " + route;
    }
}
