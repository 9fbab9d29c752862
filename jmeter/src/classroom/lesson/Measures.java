package classroom.lesson;

import common.text.Numbers;
import java.util.List;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.Spread;

/** The ways in which lessons read an answer from runs; of several repetitions it is the median. Stateless. */
final class Measures {
    private Measures() {
    }

    /** How many requests a second a contender answered well. */
    static Measure throughput(String contender) {
        return runs -> {
            double found = median(runs, contender, Metric.THROUGHPUT);
            return Double.isNaN(found) ? missing(runs, contender) : new Answer(found, perSecond(found));
        };
    }

    /** NaN where there is no such run, or none that has such a figure. */
    static double median(List<Run> runs, String contender, Metric metric) {
        return Spread.of(of(runs, contender).stream().mapToDouble(metric::of).toArray()).median();
    }

    /** Why there is no figure of that contender. */
    static Answer missing(List<Run> runs, String contender) {
        return Answer.unknown(of(runs, contender).stream().filter(run -> !run.isMeasured())
                .map(run -> contender + " could not be measured: " + run.failure()).findFirst()
                .orElse(of(runs, contender).isEmpty() ? contender + " was not measured"
                        : "this machine does not tell that figure"));
    }

    private static List<Run> of(List<Run> runs, String contender) {
        return runs.stream().filter(run -> run.contender().equals(contender)).toList();
    }

    static String perSecond(double throughput) {
        return Numbers.text(throughput) + "/s";
    }
}
