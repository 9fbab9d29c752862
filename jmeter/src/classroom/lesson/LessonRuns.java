package classroom.lesson;

import classroom.lesson.Lesson.Solution;
import java.util.List;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.Spread;

/** The runs of a lesson's experiment; the last ones are missing where it was stopped. */
record LessonRuns(List<Run> all) {
    /** How many requests a second a contender answered well. */
    double throughput(String contender) {
        return median(contender, Metric.THROUGHPUT);
    }

    /** NaN where there is no such run, or none that has such a figure. */
    double median(String contender, Metric metric) {
        return Spread.of(of(contender).stream().mapToDouble(metric::of).toArray()).median();
    }

    private List<Run> of(String contender) {
        return all.stream().filter(run -> run.contender().equals(contender)).toList();
    }

    /** Why there is no figure of that contender. */
    Solution missing(String contender) {
        List<Run> runs = of(contender);
        return new Solution(Double.NaN, runs.stream().filter(run -> !run.isMeasured())
                .map(run -> contender + " could not be measured: " + run.failure()).findFirst()
                .orElse(runs.isEmpty() ? contender + " was not measured" : "this machine does not tell that figure"));
    }
}
