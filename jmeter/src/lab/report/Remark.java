package lab.report;

import module java.base;
import experiment.Limit;
import experiment.Metric;
import experiment.Prediction;
import lab.judge.Point;
import lab.judge.Tolerances;
import text.Numbers;

/** Why a throughput is invalid, or why it is not as predicted. */
final class Remark {
    private Remark() {
    }

    static String of(Point point) {
        String doubt = point.doubts().get(Metric.THROUGHPUT);
        if (doubt != null) {
            return "invalid: " + doubt;
        }
        if (!point.isMeasured()) {
            return "";
        }
        if (point.predicted().expectsFailures()) {
            return failures(point);
        }
        return shortfall(point) + (point.isHeldBack() ? "; other programs used the machine" : "");
    }

    /** If failures are expected, the throughput of answered requests says little about the waits. */
    private static String failures(Point point) {
        Prediction predicted = point.predicted();
        String failed = Numbers.percent(point.failedShare()) + " of the requests failed, ";
        if (predicted.knowsFailing()) {
            return failed + "predicted " + Numbers.percent(predicted.failing());
        }
        String obstacle = predicted.obstacle();
        return failed + "number not predicted" + (obstacle.isEmpty() ? "" : " (" + obstacle + ")");
    }

    private static String shortfall(Point point) {
        Prediction predicted = point.predicted();
        if (!predicted.isKnown() || point.shareOfPredicted() >= Tolerances.AS_PREDICTED || predicted.isCpuBound()
                || point.load().isBurst() || point.capped().throughput() < predicted.throughput()) {
            return "";
        }
        if (point.grows(Metric.P50)) {
            return "more requests arrive than are answered, so the queue grows";
        }
        if (predicted.limit() == Limit.ARRIVALS) {
            return "by chance, fewer requests arrived in the window";
        }
        double inFlight = 1e3 * predicted.inFlight() / point.median(Metric.THROUGHPUT);
        double waiting = 1e3 * predicted.inFlight() / predicted.throughput();
        return String.format(Locale.ROOT,
                "a request was in flight for %.1f ms, %.1f ms longer than its waits: CPU time, queues, timers",
                inFlight, inFlight - waiting);
    }
}
