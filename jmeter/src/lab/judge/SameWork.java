package lab.judge;

import module java.base;
import experiment.Contender;
import experiment.Run.Sample;
import experiment.Run;

/**
 * Whether the contenders under one load do the same work. If not, a ratio says nothing about threads. The largest
 * group that agrees is the standard. Of equally large groups, one with a mode of service one wins.
 *
 * @param alike contenders whose work is the standard; empty if no contender's work is known
 */
record SameWork(Map<String, Work> work, List<String> alike) {

    static SameWork of(List<Contender> contenders, Map<String, List<Run>> runs) {
        Map<String, Work> work = new LinkedHashMap<>();
        contenders.stream()
                .filter(contender -> runs.containsKey(contender.name()))
                .sorted(Comparator.comparing(contender -> !contender.isServiceOne()))
                .forEach(contender -> work.put(contender.name(), Work.of(runs.get(contender.name()))));
        List<List<String>> groups = new ArrayList<>();
        work.forEach((name, done) -> {
            if (done.isKnown()) {
                groups.stream()
                        .filter(group -> done.isLike(work.get(group.getFirst())))
                        .findFirst()
                        .orElseGet(() -> newGroup(groups))
                        .add(name);
            }
        });
        // max takes the first of equally large groups, which has a mode of service one if any group does
        return new SameWork(work, groups.stream().max(Comparator.comparing(List::size)).orElse(List.of()));
    }

    private static List<String> newGroup(List<List<String>> groups) {
        groups.add(new ArrayList<>());
        return groups.getLast();
    }

    Optional<String> difference(String contender) {
        if (alike.isEmpty() || alike.contains(contender)) {
            return Optional.empty();
        }
        String others = alike.size() == 1 ? alike.getFirst() : "the others";
        return work.get(contender).difference(work.get(alike.getFirst()), others);
    }

    /**
     * One contender's work, over all runs whose work is known.
     *
     * @param routes calls by route, in service two's order
     * @param opened new connections to service two
     * @param requests ended requests; 0 if unknown
     * @param inFlight mean requests in flight, summed over the runs
     * @param mayFail whether failures are predicted: a failed request may have made none, some or all of its calls
     */
    record Work(Map<String, Double> routes, double opened, double requests, double inFlight, boolean mayFail,
            Optional<Sample> sample) {

        static Work of(List<Run> all) {
            List<Run> runs = all.stream().filter(Run::isMeasured).toList();
            // with two loads, calls per request depend on how many answers each load got
            List<Run> counted = runs.stream()
                    .filter(run -> run.measured().work().isKnown() && run.beside().isEmpty())
                    .toList();
            Map<String, Double> routes = new LinkedHashMap<>();
            counted.forEach(run -> run.measured().work().calls()
                    .forEach((route, calls) -> routes.merge(route, calls, Double::sum)));
            return new Work(
                    routes,
                    sum(counted, run -> run.measured().work().connections()),
                    sum(counted, run -> run.measured().requests().answered() + run.measured().requests().failed()),
                    sum(counted, Work::inFlight),
                    runs.stream().anyMatch(run -> run.predicted().expectsFailures()),
                    runs.stream().map(run -> run.measured().work().sample()).filter(Objects::nonNull).findFirst());
        }

        private static double sum(List<Run> runs, ToDoubleFunction<Run> value) {
            return runs.stream().mapToDouble(value).sum();
        }

        private static double inFlight(Run run) {
            double predicted = run.predicted().inFlight();
            double measured = run.measured().effectiveConcurrency();
            return Double.isFinite(predicted) ? Math.min(measured, predicted) : measured;
        }

        boolean isKnown() {
            return requests > 0 || sample.isPresent();
        }

        boolean isLike(Work other) {
            return difference(other, "").isEmpty();
        }

        /** @param others how the text names the other contenders */
        Optional<String> difference(Work other, String others) {
            boolean counted = requests > 0 && other.requests > 0 && !mayFail && !other.mayFail;
            if (counted && Stream.of(routes, other.routes).flatMap(all -> all.keySet().stream())
                    .anyMatch(route -> differs(route, other))) {
                return Optional.of(calls() + " per request, " + others + " " + other.calls());
            }
            if (counted && Math.abs(connections() - other.connections()) > Tolerances.CONNECTIONS) {
                return Optional.of(String.format("%.1f new connections to service two per request, %s %.1f: "
                        + "keep connections open (a pooled HTTP client)", connections(), others, other.connections()));
            }
            // an unknown size counts as equal
            long own = sample.or(() -> other.sample).map(Sample::bytes).orElse(0L);
            long theirs = other.sample.or(() -> sample).map(Sample::bytes).orElse(0L);
            double most = Tolerances.TIMES_AS_LARGE * Math.min(own, theirs) + Tolerances.BYTES;
            return Math.max(own, theirs) <= most
                    ? Optional.empty()
                    : Optional.of(String.format("answers of %,d bytes, %s %,d", own, others, theirs));
        }

        /** Requests in flight at the window's start or end make on average half of their calls outside of it. */
        private boolean differs(String route, Work other) {
            double atTheEnds = (inFlight / requests + other.inFlight / other.requests) / 2;
            return Math.abs(calls(route) - other.calls(route)) > Tolerances.CALLS + atTheEnds;
        }

        private double connections() {
            return opened / requests;
        }

        private double calls(String route) {
            return routes.getOrDefault(route, 0.0) / requests;
        }

        /** {@code 2.0 calls (info 1.0, authorize 1.0)} */
        private String calls() {
            String each = routes.keySet().stream()
                    .map(route -> String.format("%s %.1f", route, calls(route)))
                    .collect(Collectors.joining(", "));
            double all = routes.keySet().stream().mapToDouble(this::calls).sum();
            return String.format("%.1f calls (%s)", all, each);
        }
    }
}
