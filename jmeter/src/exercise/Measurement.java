package exercise;

import common.json.JsonObject;
import common.process.Measuring;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was measured of a learner's class under load, and what that proves.
 *
 * @param goals       each with what was found
 * @param why         for a person: what was expected and what came, or why this run proves nothing; empty if passed
 * @param advice      a hint, or what to do so that the next run can be judged; empty if passed
 * @param environment what a reader must know of the machine: name to value, in the order to show
 */
public record Measurement(Outcome outcome, List<Goal> goals, String why, String advice,
        Map<String, String> environment) {
    /**
     * One figure, and what it is to be.
     *
     * @param name  of the figure, with its unit, as the table has it
     * @param goal  in words: {@code at least 237.5}
     * @param found the figure itself; NaN where it is not known
     * @param from  the interval that it is in
     * @param to    the end of that
     */
    public record Goal(String name, String goal, double found, double from, double to, Outcome outcome) {
        String text() {
            return Double.isNaN(found) ? name + ": " + goal + "; not known"
                    : String.format(Locale.ROOT, "%s: %s; %,.1f came (%,.1f to %,.1f)", name, goal, found, from, to);
        }

        JsonObject json() {
            return new JsonObject().put("figure", name).put("goal", goal).put("found", found).put("from", from)
                    .put("to", to).put("verdict", outcome.words());
        }
    }

    /**
     * Measures, and says on the stream how far it is.
     *
     * @param classes   the folder of the compiled classes
     * @param measuring interrupts this at Ctrl-C
     */
    static Measurement of(Exercise exercise, Path classes, Measuring measuring, PrintStream out) throws IOException {
        return new Measurement(Outcome.CANNOT_JUDGE, List.of(), "Nothing measures this exercise.", "", Map.of());
    }
}
