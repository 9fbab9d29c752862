package classroom.lesson;

import module java.base;
import experiment.Metric;
import experiment.Run;
import lab.judge.Tolerances;
import lab.judge.Validity;

/**
 * What the runs answer to a lesson's question.
 *
 * @param metric the figure that the question asks for
 * @param contenders who must have this figure
 */
record MeasuredAnswer(Metric metric, List<String> contenders, Function<LessonRuns, Solution> found) {
    Solution of(LessonRuns runs, double theory) {
        return contenders.stream()
                .filter(each -> Double.isNaN(runs.median(each, metric)))
                .findFirst()
                .map(each -> missing(runs, each))
                .orElseGet(() -> withDoubt(runs, theory));
    }

    private static Solution missing(LessonRuns runs, String contender) {
        String otherwise = runs.of(contender).findAny().isEmpty()
                ? contender + " was not measured"
                : "this machine does not report that figure";
        return new Solution(Double.NaN, runs.of(contender).filter(run -> !run.isMeasured()).findFirst()
                .map(run -> contender + " could not be measured: " + run.failure()).orElse(otherwise));
    }

    private Solution withDoubt(LessonRuns all, double theory) {
        List<Run> runs = contenders.stream().flatMap(all::of).toList();
        String impossible = first(runs, Validity::impossible);
        if (!impossible.isEmpty()) {
            return new Solution(Double.NaN, impossible, impossible);
        }
        Solution solution = found.apply(all);
        String doubt = first(runs, Validity::doubt);
        boolean isDisturbed = doubt.isEmpty() && Tolerances.isFar(solution.value(), theory);
        return new Solution(solution.value(), solution.text(),
                isDisturbed ? first(runs, Validity::disturbance) : doubt);
    }

    private static String first(List<Run> runs, Function<Validity, Optional<String>> why) {
        return runs.stream()
                .map(Validity::of)
                .flatMap(each -> why.apply(each).stream())
                .findFirst()
                .orElse("");
    }
}
