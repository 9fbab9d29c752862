package classroom.lesson;

import module java.base;
import experiment.Run;
import lab.judge.Rule.Finding;
import lab.judge.Rule;
import lab.judge.Rules;
import text.Numbers;

/** Why a run's figures are marked, or not shown at all; empty if they are good. */
public final class Doubtful {
    /** Relative to theory. */
    private static final double MOST_DEVIATION = 0.1;
    /** Chance decides how many requests arrive and fail. */
    private static final double MOST_CHANCE = 0.15;

    private Doubtful() {
    }

    /** A run that was faster than possible measured something else. */
    public static String impossible(Run run) {
        String broken = first(run, rule -> rule == Rules.EARLY || rule == Rules.BEYOND_THEORY);
        double possible = run.predicted().throughput();
        if (!broken.isEmpty() || !run.isMeasured() || !(run.measured().throughput() > (1 + MOST_CHANCE) * possible)) {
            return broken;
        }
        return Numbers.text(run.measured().throughput()) + "/s were measured, and only " + Numbers.text(possible)
                + "/s are possible";
    }

    /** A busy machine makes only those figures doubtful that are far from theory. */
    public static String of(Run run) {
        String invalid = Rules.invalidating(run).stream().map(Finding::text).findFirst().orElse("");
        boolean isFar = run.isMeasured() && isFar(run.measured().throughput(), run.predicted().throughput());
        return invalid.isEmpty() && isFar ? disturbance(run) : invalid;
    }

    static boolean isFar(double value, double theory) {
        return Double.isFinite(theory) && Math.abs(value - theory) > MOST_DEVIATION * theory;
    }

    static String disturbance(Run run) {
        return first(run, rule -> rule == Rules.MACHINE);
    }

    private static String first(Run run, Predicate<Rule> rules) {
        return Rules.judge(run).stream().filter(finding -> rules.test(finding.rule())).map(Finding::text).findFirst()
                .orElse("");
    }
}
