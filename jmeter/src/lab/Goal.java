package lab;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.define.Load;
import lab.judge.Rule.Finding;
import lab.judge.Rules;
import lab.results.Metric;
import lab.results.Run;
import text.Numbers;

/** Bounds that a run has to meet. They are easier to meet under a smaller load. */
record Goal(String text, List<Bound> bounds) {
    static final String EXAMPLE = "p99 <= 1.5 s, failures <= 1 %, throughput >= 95 %";
    private static final String FAILURES = "failures";
    private static final Pattern BOUND = Pattern.compile("(?<latency>p50|p90|p95|p99|p99\\.9)\\s*<=\\s*"
            + "(?<time>\\d{1,9}(\\.\\d{1,9})?)\\s*(?<unit>m?s)"
            + "|(?<share>failures\\s*<=|throughput\\s*>=)\\s*(?<percent>\\d{1,3}(\\.\\d{1,9})?)\\s*%");

    /** @param least whether the limit is the least value and not the greatest */
    private record Bound(String name, ToDoubleFunction<Run> value, double limit, boolean least,
            DoubleFunction<String> text) {
        boolean isMet(Run run) {
            double found = value.applyAsDouble(run);
            return least ? found >= limit : found <= limit;
        }

        boolean isKnown(Run run) {
            return !Double.isNaN(value.applyAsDouble(run));
        }

        String found(Run run) {
            return name + (isKnown(run) ? " " + text.apply(value.applyAsDouble(run))
                    : " is unknown: too few answers, or none (what helps: --seconds 30, or a higher first load)");
        }
    }

    /** @param isKnown false if a smaller load would not help, because the run lacks a figure */
    record Miss(String why, boolean isKnown) {
    }

    static Goal parse(List<String> texts) throws UsageException {
        List<Bound> bounds = new ArrayList<>();
        String all = String.join(", ", texts);
        for (String text : all.strip().split("\\s*,\\s*", -1)) {
            Matcher parts = BOUND.matcher(text);
            if (!parts.matches()) {
                throw new UsageException("--find takes bounds, such as '" + EXAMPLE + "', not: " + text + ". Latencies "
                        + "are p50, p90, p95, p99 and p99.9; the throughput is a share of what the load asks for");
            }
            bounds.add(parts.group("latency") == null ? share(parts) : latency(parts));
        }
        return new Goal(all, bounds);
    }

    private static Bound latency(Matcher parts) {
        Metric metric = Metric.named(parts.group("latency") + " latency").orElseThrow();
        double limit = Double.parseDouble(parts.group("time")) * (parts.group("unit").equals("s") ? 1e3 : 1);
        return new Bound(parts.group("latency"), run -> latency(run, metric, limit), limit, false,
                millis -> Numbers.text(millis) + " ms");
    }

    /** Too few answers suffice to see that the limit is missed. */
    private static double latency(Run run, Metric metric, double limit) {
        double roughly = metric.roughlyOf(run);
        return roughly > limit ? roughly : metric.of(run);
    }

    private static Bound share(Matcher parts) {
        double limit = Double.parseDouble(parts.group("percent")) / 100;
        return parts.group("share").startsWith(FAILURES)
                ? new Bound(FAILURES, run -> run.measured().failedShare(), limit, false, Numbers::percent)
                : new Bound("throughput", run -> run.measured().throughput() / wanted(run), limit, true,
                        share -> Numbers.percent(share) + " of what the load asks for");
    }

    /** Users of a closed loop ask for as many answers as they would get without a queue. NaN if that is unknown. */
    private static double wanted(Run run) {
        Load load = run.load();
        double shortest = run.predicted().least();
        return load.isOpen() ? load.amount() : shortest > 0 ? load.users() / shortest : Double.NaN;
    }

    /** Empty if the run meets all bounds, and its work and load were as stated. */
    Optional<Miss> miss(Run run) {
        if (!run.isMeasured()) {
            return Optional.of(new Miss("not measured: " + run.failure(), false));
        }
        Stream<String> missed = bounds.stream().filter(bound -> !bound.isMet(run)).map(bound -> bound.found(run));
        Stream<String> otherwise = Rules.invalidating(run).stream().filter(this::counts).limit(1)
                .map(finding -> "not as stated: " + finding.text());
        String why = Stream.concat(missed, otherwise).collect(Collectors.joining("; "));
        return why.isEmpty() ? Optional.empty()
                : Optional.of(new Miss(why, bounds.stream().allMatch(bound -> bound.isKnown(run))));
    }

    /** A bound on failures replaces the rule about them. */
    private boolean counts(Finding finding) {
        return finding.rule() != Rules.FAILURES || bounds.stream().noneMatch(bound -> bound.name.equals(FAILURES));
    }
}
