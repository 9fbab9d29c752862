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
        contenders.stream().filter(contender -> runs.containsKey(contender.name()))
                .sorted(Comparator.comparing(Contender::isCommand))
                .forEach(contender -> work.put(contender.name(), Work.of(runs.get(contender.name()))));
        List<List<String>> groups = new ArrayList<>();
        work.forEach((name, done) -> {
            if (done.requests() > 0 || done.sample().isPresent()) {
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
        /** Calls per request. A smaller difference may come from retries. */
        private static final double CALLS = 0.1;
        /** New connections per request. A client that opens more than this does not pool them. */
        private static final double CONNECTIONS = 0.5;
        /** Answers that differ by less than this factor cost about the same. */
        private static final double TIMES_AS_LARGE = 1.5;
        private static final long BYTES = 256;

        static Work of(List<Run> all) {
            List<Run> runs = all.stream().filter(Run::isMeasured).toList();
            // with two loads, calls per request depend on how many answers each load got
            List<Run> counted = runs.stream().filter(run -> run.measured().work().isKnown() && run.beside().isEmpty())
                    .toList();
            Map<String, Double> routes = new LinkedHashMap<>();
            counted.forEach(run -> run.measured().work().calls()
                    .forEach((route, calls) -> routes.merge(route, calls, Double::sum)));
            return new Work(routes, sum(counted, run -> run.measured().work().connections()),
                    sum(counted, run -> run.measured().requests().answered() + run.measured().requests().failed()),
                    sum(counted, Work::inFlight), runs.stream().anyMatch(run -> run.predicted().expectsFailures()),
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

        /** @param others how the text names the other contenders */
        Optional<String> difference(Work other, String others) {
            boolean counted = requests > 0 && other.requests > 0 && !mayFail && !other.mayFail;
            if (counted && Stream.of(routes, other.routes).flatMap(all -> all.keySet().stream())
                    .anyMatch(route -> differs(route, other))) {
                return Optional.of(calls() + " per request, " + others + " " + other.calls());
            }
            if (counted && Math.abs(opened / requests - other.opened / other.requests) > CONNECTIONS) {
                return Optional.of(String.format("%.1f new connections to service two per request, %s %.1f: "
                        + "keep connections open (a pooled HTTP client)",
                        opened / requests, others, other.opened / other.requests));
            }
            // an unknown size counts as equal
            long own = sample.or(() -> other.sample).map(Sample::bytes).orElse(0L);
            long theirs = other.sample.or(() -> sample).map(Sample::bytes).orElse(0L);
            return Math.max(own, theirs) <= TIMES_AS_LARGE * Math.min(own, theirs) + BYTES ? Optional.empty()
                    : Optional.of(String.format("answers of %,d bytes, %s %,d", own, others, theirs));
        }

        /** Requests in flight at the window's start or end make on average half of their calls outside of it. */
        private boolean differs(String route, Work other) {
            return Math.abs(calls(route) - other.calls(route))
                    > CALLS + (inFlight / requests + other.inFlight / other.requests) / 2;
        }

        private double calls(String route) {
            return routes.getOrDefault(route, 0.0) / requests;
        }

        /** {@code 2.0 calls (info 1.0, authorize 1.0)} */
        private String calls() {
            return String.format("%.1f calls", routes.keySet().stream().mapToDouble(this::calls).sum())
                    + routes.keySet().stream().map(route -> String.format("%s %.1f", route, calls(route)))
                    .collect(Collectors.joining(", ", " (", ")"));
        }
    }
}
