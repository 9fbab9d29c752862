package lab.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.results.Run.Measurement;
import lab.results.Run.Sample;
import lab.results.Run;

/**
 * Whether the contenders under one load do the same work. If not, a ratio says nothing about threads. The largest
 * group that agrees is the standard. Of equally large groups, one with a mode of service one wins.
 *
 * @param alike contenders whose work is the standard; empty if no contender's work is known
 */
public record SameWork(Map<String, WorkDone> work, List<String> alike) {

    static SameWork of(List<Contender> contenders, Map<String, List<Run>> runs) {
        Map<String, WorkDone> work = new LinkedHashMap<>();
        contenders.stream().filter(contender -> runs.containsKey(contender.name()))
                .sorted(Comparator.comparing(Contender::isCommand))
                .forEach(contender -> work.put(contender.name(), WorkDone.of(runs.get(contender.name()))));
        List<List<String>> groups = new ArrayList<>();
        work.forEach((name, done) -> {
            if (done.isKnown() || done.sample().isPresent()) {
                groups.stream().filter(group -> done.difference(work.get(group.getFirst()), "").isEmpty()).findFirst()
                        .ifPresentOrElse(group -> group.add(name), () -> groups.add(new ArrayList<>(List.of(name))));
            }
        });
        // max takes the first of equally large groups, which has a mode of service one if any group does
        return new SameWork(work, groups.stream().max(Comparator.comparing(List::size)).orElse(List.of()));
    }

    Optional<String> difference(String contender) {
        return alike.isEmpty() || alike.contains(contender) ? Optional.empty()
                : work.get(contender).difference(work.get(alike.getFirst()),
                alike.size() == 1 ? alike.getFirst() : "the others");
    }

    /** Whether the contender's answer has other JSON members than the standard's. */
    boolean hasOtherMembers(String contender) {
        return !alike.isEmpty() && work.get(contender).hasOtherMembers(work.get(alike.getFirst()));
    }

    /**
     * One contender's work, over all runs whose work is known. A failed request may have made none, some or all of its
     * calls, so the calls of answered requests are known only as a range.
     *
     * @param routes calls by route, in service two's order
     * @param opened new connections to service two
     * @param answered answered requests; 0 if unknown
     * @param inFlight mean requests in flight, summed over the runs
     * @param mayFail whether failures are predicted
     */
    public record WorkDone(Map<String, Double> routes, double opened, double answered, double failed, double inFlight,
            boolean mayFail, Optional<Sample> sample) {
        /** Calls per request. A smaller difference may come from retries. */
        private static final double CALLS = 0.1;
        /** New connections per request. A client that opens more than this does not pool them. */
        private static final double CONNECTIONS = 0.5;
        /** Answers that differ by less than this factor cost about the same. */
        private static final double TIMES_AS_LARGE = 1.5;
        private static final long BYTES = 256;
        private static final double NEARLY_NONE = 0.05;
        private static final Pattern KEY = Pattern.compile("\"([^\"]*)\"\\s*:");

        static WorkDone of(List<Run> all) {
            List<Run> runs = all.stream().filter(Run::isMeasured).toList();
            List<Run> counted = runs.stream().filter(run -> run.measured().work().isKnown()).toList();
            Map<String, Double> routes = new LinkedHashMap<>();
            counted.forEach(run -> run.measured().work().calls()
                    .forEach((route, calls) -> routes.merge(route, calls, Double::sum)));
            return new WorkDone(routes, sum(counted, m -> m.work().connections()),
                    sum(counted, m -> m.requests().answered()), sum(counted, m -> m.requests().failed()),
                    counted.stream().mapToDouble(WorkDone::inFlight).sum(),
                    runs.stream().anyMatch(run -> run.predicted().expectsFailures()),
                    runs.stream().map(run -> run.measured().work().sample()).filter(Objects::nonNull).findFirst());
        }

        private static double sum(List<Run> runs, ToDoubleFunction<Measurement> value) {
            return runs.stream().mapToDouble(run -> value.applyAsDouble(run.measured())).sum();
        }

        private static double inFlight(Run run) {
            double predicted = run.predicted().inFlight();
            double measured = run.measured().effectiveConcurrency();
            return Double.isFinite(predicted) ? Math.min(measured, predicted) : measured;
        }

        public boolean isKnown() {
            return answered > 0;
        }

        /**
         * Empty if nothing differs, or if nothing is known.
         *
         * @param others how the text names the other contenders
         */
        Optional<String> difference(WorkDone other, String others) {
            if (isKnown() && other.isKnown()) {
                if (Stream.of(routes, other.routes).flatMap(all -> all.keySet().stream())
                        .anyMatch(route -> differs(route, other))) {
                    return text("%.1f calls per request%s, %s %.1f%s", calls(), inBrackets(), others, other.calls(),
                            other.inBrackets());
                }
                if (!mayFail && !other.mayFail && Math.abs(connections() - other.connections()) > CONNECTIONS) {
                    return text("%.1f new connections to service two per request, %s %.1f", connections(), others,
                            other.connections());
                }
            }
            // an unknown size counts as equal
            long own = sample.or(() -> other.sample).map(Sample::bytes).orElse(0L);
            long theirs = other.sample.or(() -> sample).map(Sample::bytes).orElse(0L);
            return Math.max(own, theirs) <= TIMES_AS_LARGE * Math.min(own, theirs) + BYTES ? Optional.empty()
                    : text("answers of %,d bytes, %s %,d", own, others, theirs);
        }

        private static Optional<String> text(String format, Object... values) {
            return Optional.of(String.format(format, values));
        }

        /** Requests in flight at the window's start or end make on average half of their calls outside of it. */
        private boolean differs(String route, WorkDone other) {
            double apart = Math.max(least(route) - other.most(route), other.least(route) - most(route));
            return apart > CALLS + (inFlight / answered + other.inFlight / other.answered) / 2;
        }

        private double least(String route) {
            return Math.max(0, routes.getOrDefault(route, 0.0) - failed) / answered;
        }

        private double most(String route) {
            return routes.getOrDefault(route, 0.0) / answered;
        }

        /** Compares the names of the JSON members. Values may differ by mode, time or chance. */
        boolean hasOtherMembers(WorkDone other) {
            return sample.isPresent() && other.sample.isPresent()
                    && !members(sample.get()).equals(members(other.sample.get()));
        }

        private static Set<String> members(Sample sample) {
            return KEY.matcher(sample.body()).results().map(key -> key.group(1)).collect(Collectors.toSet());
        }

        private double perRequest(double number) {
            return isKnown() ? number / (answered + failed) : Double.NaN;
        }

        public double connections() {
            return perRequest(opened);
        }

        public double calls() {
            return perRequest(routes.values().stream().mapToDouble(Double::doubleValue).sum());
        }

        public String byRoute() {
            return routes.keySet().stream().filter(route -> perRequest(routes.get(route)) >= NEARLY_NONE)
                    .map(route -> named(route, String.format("%.1f", perRequest(routes.get(route)))))
                    .collect(Collectors.joining(", "));
        }

        private static String named(String route, String calls) {
            return calls.equals("1.0") ? route : calls + " × " + route;
        }

        private String inBrackets() {
            return byRoute().isEmpty() ? "" : " (" + byRoute() + ")";
        }
    }
}
