package classroom.run;

import java.util.List;
import lab.define.Prediction;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * One run of free play, before, during and after it. Immutable.
 *
 * @param id   from 1
 * @param name that somebody gave it; may be empty
 * @param run  what was measured, or why not; null until then
 */
public record PlayRow(int id, String name, PlaySettings settings, Prediction predicted, Run run) {
    /** Whether there is something to compare. */
    public boolean isMeasured() {
        return run != null && run.isMeasured();
    }

    /** Whether it was run and there is nothing to compare. */
    boolean hasFailed() {
        return run != null && !run.isMeasured();
    }

    /** What the report's rules say against it. */
    public List<String> findings() {
        return isMeasured() ? ValidityRules.findings(run) : List.of();
    }

    PlayRow named(String other) {
        return new PlayRow(id, other, settings, predicted, run);
    }

    PlayRow with(Run result) {
        return new PlayRow(id, name, settings, predicted, result);
    }
}
