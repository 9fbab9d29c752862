package lab;

import module java.base;
import common.commandline.UsageException;
import experiment.Metric;
import experiment.Run;
import lab.judge.Findings;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import text.Numbers;

/** Bounds that a run has to meet. They are easier to meet under a smaller load. */
record Goal(String text, List<Bound> bounds) {
    static final String EXAMPLE = "p99 <= 1.5 s, failures <= 1 %, throughput >= 95 %";
    private static final String FAILURES = "failures";
    private static final String THROUGHPUT = "throughput";
    /** Each name with the relation and the unit that it takes. */
    private static final Pattern BOUND = Pattern.compile(
            "(p(?:50|90|95|99|99\\.9)(?=\\s*<=.*s)|failures(?=\\s*<=.*%)|throughput(?=\\s*>=.*%))"
            + "\\s*[<>]=\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(m?s|%)");

    /** @param limit in milliseconds, or a share */
    private record Bound(String name, double limit) {
        private double of(Run run) {
            return switch (name) {
                case FAILURES -> run.measured().failedShare();
                case THROUGHPUT -> run.measured().throughput() / wanted(run);
                default -> latency(run);
            };
        }

        /** Too few answers suffice to see that the limit is missed. */
        private double latency(Run run) {
            Metric metric = Metric.named(name + " latency").orElseThrow();
            double roughly = metric.roughlyOf(run);
            return roughly > limit ? roughly : metric.of(run);
        }

        /** Users of a closed loop ask for as many answers as they would get without a queue. NaN if unknown. */
        private static double wanted(Run run) {
            double shortest = run.load().isOpen() ? 1 : run.predicted().least();
            return shortest > 0 ? run.load().amount() / shortest : Double.NaN;
        }

        boolean isMet(Run run) {
            return name.equals(THROUGHPUT) ? of(run) >= limit : of(run) <= limit;
        }

        boolean isKnown(Run run) {
            return !Double.isNaN(of(run));
        }

        String found(Run run) {
            return name + " " + (!isKnown(run)
                    ? "is unknown: too few answers, or none (what helps: --seconds 30, or a higher first load)"
                    : switch (name) {
                        case FAILURES -> Numbers.percent(of(run));
                        case THROUGHPUT -> Numbers.percent(of(run)) + " of what the load asks for";
                        default -> Numbers.text(of(run)) + " ms";
                    });
        }
    }

    /** @param isKnown false if a smaller load would not help, because the run lacks a figure */
    record Miss(String why, boolean isKnown) {
    }

    static Goal parse(List<String> texts) {
        List<Bound> bounds = new ArrayList<>();
        String all = String.join(", ", texts);
        for (String text : all.strip().split("\\s*,\\s*", -1)) {
            Matcher parts = BOUND.matcher(text);
            if (!parts.matches()) {
                throw new UsageException("--find takes bounds, such as '" + EXAMPLE + "', not: " + text + ". Latencies "
                        + "are p50, p90, p95, p99 and p99.9; the throughput is a share of what the load asks for");
            }
            double number = Double.parseDouble(parts.group(2));
            bounds.add(new Bound(parts.group(1), switch (parts.group(3)) {
                case "s" -> 1e3 * number;
                case "%" -> number / 100;
                default -> number;
            }));
        }
        return new Goal(all, bounds);
    }

    /** Empty if the run meets all bounds, and its work and load were as stated. */
    Optional<Miss> miss(Run run) {
        if (!run.isMeasured()) {
            return Optional.of(new Miss("not measured: " + run.failure(), false));
        }
        Stream<String> missed = bounds.stream().filter(bound -> !bound.isMet(run)).map(bound -> bound.found(run));
        Stream<String> otherwise = Findings.of(run).reasons().filter(this::counts).limit(1)
                .map(finding -> "not as stated: " + finding.text());
        String why = Stream.concat(missed, otherwise).collect(Collectors.joining("; "));
        return why.isEmpty()
                ? Optional.empty()
                : Optional.of(new Miss(why, bounds.stream().allMatch(bound -> bound.isKnown(run))));
    }

    /** A bound on failures replaces the rule about them. */
    private boolean counts(Finding finding) {
        return finding.rule() != Rule.FAILURES
                || bounds.stream().noneMatch(bound -> bound.name.equals(FAILURES));
    }
}
