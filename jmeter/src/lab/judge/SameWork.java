package lab.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
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
record SameWork(Map<String, Work> work, List<String> alike) {

    static SameWork of(List<Contender> contenders, Map<String, List<Run>> runs) {
        Map<String, Work> work = new LinkedHashMap<>();
        contenders.stream().filter(contender -> runs.containsKey(contender.name()))
                .sorted(Comparator.comparing(Contender::isCommand))
                .forEach(contender -> work.put(contender.name(), Work.of(runs.get(contender.name()))));
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
    record Work(Map<String, Double> routes, double opened, double answered, double failed, double inFlight,
            boolean mayFail, Optional<Sample> sample) {
        /** Calls per request. A smaller difference may come from retries. */
        private static final double CALLS = 0.1;
        /** New connections per request. A client that opens more than this does not pool them. */
        private static final double CONNECTIONS = 0.5;
        /** Answers that differ by less than this factor cost about the same. */
        private static final double TIMES_AS_LARGE = 1.5;
        private static final long BYTES = 256;

        static Work of(List<Run> all) {
            List<Run> runs = all.stream().filter(Run::isMeasured).toList();
            List<Run> counted = runs.stream().filter(run -> run.measured().work().isKnown()).toList();
            Map<String, Double> routes = new LinkedHashMap<>();
            counted.forEach(run -> run.measured().work().calls()
                    .forEach((route, calls) -> routes.merge(route, calls, Double::sum)));
            return new Work(routes, sum(counted, m -> m.work().connections()),
                    sum(counted, m -> m.requests().answered()), sum(counted, m -> m.requests().failed()),
                    counted.stream().mapToDouble(Work::inFlight).sum(),
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

        boolean isKnown() {
            return answered > 0;
        }

        /** @param others how the text names the other contenders */
        Optional<String> difference(Work other, String others) {
            if (isKnown() && other.isKnown()) {
                if (Stream.of(routes, other.routes).flatMap(all -> all.keySet().stream())
                        .anyMatch(route -> differs(route, other))) {
                    return Optional.of(calls() + " per request, " + others + " " + other.calls());
                }
                if (!mayFail && !other.mayFail
                        && Math.abs(perRequest(opened) - other.perRequest(other.opened)) > CONNECTIONS) {
                    return Optional.of(String.format("%.1f new connections to service two per request, %s %.1f: "
                            + "keep connections open (a pooled HTTP client)",
                            perRequest(opened), others, other.perRequest(other.opened)));
                }
            }
            // an unknown size counts as equal
            long own = sample.or(() -> other.sample).map(Sample::bytes).orElse(0L);
            long theirs = other.sample.or(() -> sample).map(Sample::bytes).orElse(0L);
            return Math.max(own, theirs) <= TIMES_AS_LARGE * Math.min(own, theirs) + BYTES ? Optional.empty()
                    : Optional.of(String.format("answers of %,d bytes, %s %,d", own, others, theirs));
        }

        /** Requests in flight at the window's start or end make on average half of their calls outside of it. */
        private boolean differs(String route, Work other) {
            double apart = Math.max(least(route) - other.most(route), other.least(route) - most(route));
            return apart > CALLS + (inFlight / answered + other.inFlight / other.answered) / 2;
        }

        private double least(String route) {
            return Math.max(0, routes.getOrDefault(route, 0.0) - failed) / answered;
        }

        private double most(String route) {
            return routes.getOrDefault(route, 0.0) / answered;
        }

        private double perRequest(double number) {
            return number / (answered + failed);
        }

        /** {@code 2.0 calls (info 1.0, authorize 1.0)} */
        private String calls() {
            String each = routes.entrySet().stream().map(route -> String.format("%s %.1f", route.getKey(),
                    perRequest(route.getValue()))).collect(Collectors.joining(", "));
            double all = routes.values().stream().mapToDouble(Double::doubleValue).sum();
            return String.format("%.1f calls", perRequest(all)) + (each.isEmpty() ? "" : " (" + each + ")");
        }
    }
}
