package classroom.lesson;

import module java.base;
import experiment.Metric;
import experiment.Run;
import experiment.Spread;
import lab.judge.Validity;
import text.Numbers;

/** A lesson's runs, as its answer reads them. */
record LessonRuns(List<Run> all, boolean isOpen) {
    /** Those of the lesson's other load. */
    LessonRuns ofClosedLoop() {
        return new LessonRuns(all, false);
    }

    Stream<Run> of(String contender) {
        return all.stream().filter(run -> run.contender().equals(contender) && run.load().isOpen() == isOpen);
    }

    double throughput(String contender) {
        return median(contender, Metric.THROUGHPUT);
    }

    double median(String contender, Metric metric) {
        return Spread.of(of(contender).mapToDouble(metric::of).toArray()).median();
    }

    String perSecond(String contender) {
        return written(contender, Metric.THROUGHPUT, "/s");
    }

    String millis(String contender, Metric metric) {
        return written(contender, metric, " ms");
    }

    /** A star marks a figure in doubt. */
    private String written(String contender, Metric metric, String unit) {
        double median = median(contender, metric);
        if (Double.isNaN(median) || isImpossible(contender)) {
            return "–";
        }
        boolean isInDoubt = of(contender).anyMatch(run -> Validity.of(run).doubt().isPresent());
        return Numbers.text(metric.isLatency() ? Math.rint(median) : median) + (isInDoubt ? "*" : "") + unit;
    }

    boolean isImpossible(String contender) {
        return of(contender).anyMatch(run -> Validity.of(run).impossible().isPresent());
    }
}
