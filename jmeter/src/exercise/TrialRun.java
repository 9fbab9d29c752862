package exercise;

import module java.base;
import exercise.SideLoad.Answer;
import lab.results.Metric;
import lab.results.Run.Tick;
import lab.results.Run;
import load.jtl.Percentiles;
import load.jtl.RecordedRequest;

/**
 * One contender's run, and the figures for an exercise's goals.
 *
 * @param from the beginning of the measured window, in milliseconds since 1970
 * @param to the end of the window, in milliseconds since 1970
 * @param requests JMeter's requests that ended in the window, including failed ones
 */
record TrialRun(Run run, long from, long to, List<RecordedRequest> requests, List<Answer> extra) {
    private static final int P99 = 99;
    private static final int MAXIMUM = 100;

    private boolean isWithin(long moment) {
        return moment >= from && moment < to;
    }

    private List<Tick> ticks() {
        return run.measured().ticks().stream().filter(tick -> tick.at() > 0).toList();
    }

    /** Good answers per second. */
    Estimate throughput() {
        if (!run.isMeasured()) {
            // Perhaps every thread waits forever.
            return run.failure().startsWith("no request was answered") ? Estimate.exact(0) : Estimate.UNKNOWN;
        }
        return Estimate.ofRatio(run.measured().throughput(), ticks(), Tick::answers, Tick::seconds);
    }

    /** In milliseconds. */
    Estimate meanLatency() {
        List<Tick> withAnswers = ticks().stream().filter(tick -> tick.answers() > 0).toList();
        return run.measured().requests().latency() == null ? Estimate.UNKNOWN
                : Estimate.ofRatio(run.measured().requests().latency().mean(), withAnswers,
                tick -> tick.latency() * tick.answers(), Tick::answers);
    }

    /** In microseconds, without the JIT compilers' CPU time. */
    Estimate cpuPerRequest() {
        return Estimate.ofRatio(Metric.CPU_PER_REQUEST.of(run), ticks(), tick -> 1e6 * tick.seconds()
                * (tick.serviceOne() - (Double.isNaN(tick.compiler()) ? 0 : tick.compiler())), Tick::answers);
    }

    Estimate threads() {
        long threads = run.measured().serviceOne().threads();
        return threads < 0 ? Estimate.UNKNOWN : Estimate.exact(threads);
    }

    /** In milliseconds. The slowest answer may be chance, so the interval begins at p99. */
    Estimate slowest() {
        long[] sorted = sorted(requests);
        return sorted.length == 0 ? Estimate.UNKNOWN : new Estimate(Percentiles.of(sorted, MAXIMUM),
                Percentiles.of(sorted, P99), Percentiles.of(sorted, MAXIMUM));
    }

    /**
     * In milliseconds. A stall delays many requests together, so the interval runs from the lowest to the highest p99
     * of the window's parts.
     *
     * @param partMillis the period of the additional load, so that each part contains one burst
     */
    Estimate p99(long partMillis) {
        long parts = (to - from) / partMillis;
        Map<Long, List<RecordedRequest>> byPart = requests.stream().collect(Collectors.groupingBy(each ->
                Math.min(parts - 1, (each.endMillis() - from) / partMillis)));
        LongSummaryStatistics spread = byPart.values().stream()
                .mapToLong(part -> Percentiles.of(sorted(part), P99)).summaryStatistics();
        return requests.isEmpty() ? Estimate.UNKNOWN
                : new Estimate(Percentiles.of(sorted(requests), P99), spread.getMin(), spread.getMax());
    }

    private static long[] sorted(List<RecordedRequest> requests) {
        return requests.stream().mapToLong(RecordedRequest::elapsedMillis).sorted().toArray();
    }

    Estimate goodShare() {
        return Estimate.ofShare(requests.stream().filter(RecordedRequest::success).count(), requests.size());
    }

    Estimate abandonedPerFailure() {
        long failed = requests.stream().filter(each -> !each.success()).count();
        double ratio = run.measured().work().abandoned() / failed;
        double half = 2 * Math.sqrt(Math.max(0, ratio) / failed);
        return failed == 0 || Double.isNaN(ratio) ? Estimate.UNKNOWN : new Estimate(ratio, ratio - half, ratio + half);
    }

    Estimate extraThroughput() {
        double seconds = (to - from) / 1e3;
        long good = extra.stream().filter(each -> each.isGood() && isWithin(each.endMillis())).count();
        double half = 2 * Math.sqrt(good) / seconds;      // two standard deviations, for Poisson arrivals
        return new Estimate(good / seconds, good / seconds - half, good / seconds + half);
    }

    Estimate extraGoodShare(long dueAfterMillis) {
        List<Answer> due = extra.stream().filter(each -> isWithin(each.startMillis())
                && isWithin(each.startMillis() + dueAfterMillis)).toList();
        return Estimate.ofShare(due.stream().filter(Answer::isGood).count(), due.size());
    }
}
