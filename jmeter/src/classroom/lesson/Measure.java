package classroom.lesson;

import java.util.List;
import lab.judge.Run;

/** How a lesson's answer is read from the runs of its experiment. Implementations are stateless. */
@FunctionalInterface
public interface Measure {
    /** @param runs those that were begun; the last ones are missing where the experiment was stopped */
    Answer of(List<Run> runs);
}
