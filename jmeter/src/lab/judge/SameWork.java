package lab.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
import lab.define.Contender;
import lab.judge.Run.Measurement;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;

/**
 * Whether the contenders under one load do the same work for a request; a ratio of two that don't says nothing of
 * their threads. Those that the most agree with are the measure; where as many agree with others, service one's are.
 *
 * @param work of each contender, in the experiment's order
 * @param alike the names of those that are the measure, service one's first; none where nothing is known of anybody's
 *              work
 */
public record SameWork(Map<String, WorkDone> work, List<String> alike) {

    static SameWork of(List<Contender> contenders, Map<String, List<Run>> runs) {
        Map<String, WorkDone> work = new LinkedHashMap<>();
        contenders.stream().filter(contender -> runs.containsKey(contender.name()))
                .forEach(contender -> work.put(contender.name(), WorkDone.of(runs.get(contender.name()))));
        List<List<String>> groups = new ArrayList<>();
        work.keySet().stream().filter(name -> work.get(name).tells()).forEach(name -> groups.stream()
                .filter(group -> work.get(group.getFirst()).difference(work.get(name)).isEmpty()).findFirst()
                .orElseGet(() -> added(groups)).add(name));
        List<String> own = contenders.stream().filter(contender -> !contender.isCommand()).map(Contender::name)
                .toList();
        Comparator<List<String>> larger = Comparator.comparing(List::size);
        List<String> alike = groups.stream().max(larger.thenComparing(group -> group.stream().anyMatch(own::contains)))
                .orElse(List.of());
        return new SameWork(work, alike.stream().sorted(Comparator.comparing(name -> !own.contains(name))).toList());
    }

    private static List<String> added(List<List<String>> groups) {
        groups.add(new ArrayList<>());
        return groups.getLast();
    }

    /** How a contender's work differs from that of the others, in words. */
    Optional<String> unlike(String contender) {
        if (alike.isEmpty() || alike.contains(contender)) {
            return Optional.empty();
        }
        WorkDone own = work.get(contender);
        WorkDone measure = work.get(alike.getFirst());
        String others = alike.size() == 1 ? alike.getFirst() : "the others";
        return own.difference(measure).map(difference -> switch (difference) {
            case CALLS -> String.format(Locale.ROOT, "%.1f calls per request%s, %s %.1f%s", own.calls(),
                    routes(own), others, measure.calls(), routes(measure));
            case CONNECTIONS -> String.format(Locale.ROOT, "%.1f new connections to service two per request, %s %.1f",
                    own.connections(), others, measure.connections());
            case ANSWERS -> String.format(Locale.ROOT, "answers of %,d bytes, %s %,d",
                    own.sample().orElseThrow().bytes(), others, measure.sample().orElseThrow().bytes());
        });
    }

    /** {@code  (authenticate, authorize, meetings)}; empty where there are none. */
    private static String routes(WorkDone done) {
        String routes = done.byRoute();
        return routes.isEmpty() ? "" : " (" + routes + ")";
    }

    /** Whether a contender's answer has other members than the others': to be known, but no other work. */
    boolean saysOther(String contender) {
        return !alike.isEmpty() && work.get(contender).saysOther(work.get(alike.getFirst()));
    }

    /**
     * What a request of one contender under one load is worth of work to others: its calls to service two, the
     * connections that it makes for them, and the size of its answer. Over all its runs that tell.
     *
     * <p>A request that fails may have made some of its calls, none or all of them: a bulkhead refuses it at any of
     * them. So of the calls of a route, those by <em>answered</em> requests are known as a range only, from all less
     * one for each failed request to all; with no failures that is one number.
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
            return runs.stream().map(run -> run.measured().work().sample()).filter(Objects::nonNull).findFirst();
        }

        /**
         * In which way another one's requests are other work than these; empty where they are not, or nothing is known.
         */
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
                    Double.isFinite(run.predicted().inFlight()) ? run.predicted().inFlight()
                            : Double.POSITIVE_INFINITY))
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
}
