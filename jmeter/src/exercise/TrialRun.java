package exercise;

import exercise.SideLoad.Answer;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.Run.Tick;
import load.jtl.Percentiles;
import load.jtl.RecordedRequest;

/**
 * One contender under the load of an exercise, and the figures that exercises have goals for.
 *
 * @param from     when the measured window began, in milliseconds since 1970
 * @param to       when it ended
 * @param requests JMeter's that ended in it, also those that failed
 * @param beside   all that came beside them, until then
 */
record TrialRun(Run run, long from, long to, List<RecordedRequest> requests, List<Answer> beside) {
    private static final int P99 = 99;
    private static final int ALL = 100;

    private boolean isWithin(long moment) {
        return moment >= from && moment < to;
    }

    private List<Tick> seconds() {
        return run.measured().ticks().stream().filter(tick -> tick.at() > 0).toList();
    }

    /** Good answers to JMeter a second. */
    Estimate throughput() {
        if (!run.isMeasured()) {      // as where every thread waits for something else
            return run.failure().startsWith("no request was answered") ? Estimate.exact(0) : Estimate.UNKNOWN;
        }
        return Estimate.ofRatio(run.measured().throughput(), seconds(), Tick::answers, Tick::seconds);
    }

    /** Milliseconds. */
    Estimate meanLatency() {
        List<Tick> withAnswers = seconds().stream().filter(tick -> tick.answers() > 0).toList();
        return run.measured().requests().latency() == null ? Estimate.UNKNOWN
                : Estimate.ofRatio(run.measured().requests().latency().mean(), withAnswers,
                tick -> tick.latency() * tick.answers(), Tick::answers);
    }

    /** Service one's, in microseconds, without that of its JVM's compiler. */
    Estimate cpuPerRequest() {
        return Estimate.ofRatio(Metric.CPU_PER_REQUEST.of(run), seconds(), tick -> 1e6 * tick.seconds()
                * (tick.serviceOne() - (Double.isNaN(tick.compiler()) ? 0 : tick.compiler())), Tick::answers);
    }

    /** Of the operating system, at the window's end; on Linux alone. */
    Estimate threads() {
        long threads = run.measured().serviceOne().threads();
        return threads < 0 ? Estimate.UNKNOWN : Estimate.exact(threads);
    }

    /** Of all answers, in milliseconds: the last one, and from the one that a hundredth exceed. */
    Estimate slowest() {
        long[] sorted = sorted(requests);
        return sorted.length == 0 ? Estimate.UNKNOWN : new Estimate(Percentiles.of(sorted, ALL),
                Percentiles.of(sorted, P99), Percentiles.of(sorted, ALL));
    }

    /**
     * The 99th percentile in milliseconds. Stalls hold up many requests together, so its interval is what the parts of
     * the window have, and not what order statistics would give for as many independent ones.
     *
     * @param partMillis as long as it takes for what disturbs to come back
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

    /** Of JMeter's requests, those with a good answer. */
    Estimate goodShare() {
        return Estimate.ofShare(requests.stream().filter(RecordedRequest::success).count(), requests.size());
    }

    /** Calls that service two saw abandoned, for each request that failed. */
    Estimate abandonedPerFailure() {
        long failed = requests.stream().filter(each -> !each.success()).count();
        double ratio = run.measured().work().abandoned() / failed;
        double half = 2 * Math.sqrt(Math.max(0, ratio) / failed);
        return failed == 0 || Double.isNaN(ratio) ? Estimate.UNKNOWN : new Estimate(ratio, ratio - half, ratio + half);
    }

    /** Good answers a second to what came beside. */
    Estimate throughputBeside() {
        double seconds = (to - from) / 1e3;
        long good = beside.stream().filter(each -> each.isGood() && isWithin(each.endMillis())).count();
        double half = 2 * Math.sqrt(good) / seconds;      // as of arrivals at random
        return new Estimate(good / seconds, good / seconds - half, good / seconds + half);
    }

    /** Of what came beside in time to be answered, what was answered well. @param millis that an answer may take */
    Estimate goodShareBeside(long millis) {
        List<Answer> inTime = beside.stream().filter(each -> isWithin(each.startMillis())
                && isWithin(each.startMillis() + millis)).toList();
        return Estimate.ofShare(inTime.stream().filter(Answer::isGood).count(), inTime.size());
    }
}
