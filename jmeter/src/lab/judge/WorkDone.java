package lab.judge;

import module java.base;
import experiment.Contender;
import experiment.Run.Requests;
import experiment.Run.Sample;
import experiment.Run;

/**
 * One contender's work under a load, over all runs whose work is known. Contenders that do different work show nothing
 * about threads. NaN is unknown, and differs from nothing.
 *
 * @param calls per request, by route, in service two's order
 * @param connections new ones to service two per request
 * @param inFlight mean requests in flight per request of the window
 */
record WorkDone(
        String contender,
        Map<String, Double> calls,
        double connections,
        double inFlight,
        Optional<Sample> sample) {

    /**
     * By contender, how its work differs from the standard: the work with which most contenders agree. Of several such,
     * one of service one is the standard.
     */
    static Map<String, String> differences(List<Contender> contenders, Map<String, List<Run>> runs) {
        List<WorkDone> known = contenders.stream()
                .sorted(Comparator.comparing(contender -> !contender.isServiceOne()))
                .map(Contender::name)
                .map(name -> of(name, runs.getOrDefault(name, List.of())))
                .filter(WorkDone::isKnown)
                .toList();
        ToLongFunction<WorkDone> alike = standard -> known.stream()
                .filter(standard::isLike)
                .count();
        Map<String, String> differences = new HashMap<>();
        // max takes the first of equal ones
        known.stream().max(Comparator.comparingLong(alike)).ifPresent(standard -> {
            String others = alike.applyAsLong(standard) == 1 ? standard.contender : "the others";
            known.forEach(work -> work.difference(standard, others)
                    .ifPresent(text -> differences.put(work.contender, text)));
        });
        return differences;
    }

    private static WorkDone of(String contender, List<Run> all) {
        List<Run> runs = all.stream().filter(Run::isMeasured).toList();
        List<Run> counted = runs.stream().filter(WorkDone::isCounted).toList();
        double requests = sum(counted, WorkDone::ended);
        Map<String, Double> calls = new LinkedHashMap<>();
        for (Run run : counted) {
            run.measured().work().calls().forEach((route, number) ->
                    calls.merge(route, number / requests, Double::sum));
        }
        return new WorkDone(
                contender,
                calls,
                sum(counted, run -> run.measured().work().connections()) / requests,
                sum(counted, WorkDone::inFlight) / requests,
                runs.stream()
                        .map(run -> run.measured().work().sample())
                        .filter(Objects::nonNull)
                        .findFirst());
    }

    /** With two loads, calls per request depend on how many answers each got. A failed request may have made none. */
    private static boolean isCounted(Run run) {
        return run.measured().work().isKnown()
                && run.beside().isEmpty()
                && !run.predicted().expectsFailures()
                && ended(run) > 0;
    }

    private static double ended(Run run) {
        Requests requests = run.measured().requests();
        return requests.answered() + requests.failed();
    }

    private static double inFlight(Run run) {
        double predicted = run.predicted().inFlight();
        double measured = run.measured().effectiveConcurrency();
        return Double.isFinite(predicted) ? Math.min(measured, predicted) : measured;
    }

    private static double sum(List<Run> runs, ToDoubleFunction<Run> value) {
        return runs.stream().mapToDouble(value).sum();
    }

    private boolean isKnown() {
        return !Double.isNaN(connections) || sample.isPresent();
    }

    private boolean isLike(WorkDone other) {
        return difference(other, "").isEmpty();
    }

    /** @param others how the text names the other contenders */
    private Optional<String> difference(WorkDone other, String others) {
        if (Stream.of(calls, other.calls)
                .flatMap(all -> all.keySet().stream())
                .anyMatch(route -> differs(route, other))) {
            return Optional.of(callsText() + " per request, " + others + " " + other.callsText());
        }
        if (Math.abs(connections - other.connections) > Tolerances.CONNECTIONS) {
            return Optional.of(String.format(
                    "%.1f new connections to service two per request, %s %.1f: "
                    + "keep connections open (a pooled HTTP client)",
                    connections,
                    others,
                    other.connections));
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
    private boolean differs(String route, WorkDone other) {
        double atTheEnds = (inFlight + other.inFlight) / 2;
        double difference = Math.abs(number(route) - other.number(route));
        return difference > Tolerances.CALLS + atTheEnds;
    }

    private double number(String route) {
        return calls.getOrDefault(route, 0.0);
    }

    /** {@code 2.0 calls (info 1.0, authorize 1.0)} */
    private String callsText() {
        String each = calls.keySet().stream()
                .map(route -> String.format("%s %.1f", route, number(route)))
                .collect(Collectors.joining(", "));
        double all = calls.values().stream().mapToDouble(Double::doubleValue).sum();
        return String.format("%.1f calls (%s)", all, each);
    }
}
