package classroom.lesson;

import experiment.define.Experiment;
import experiment.statistics.Run;
import java.util.List;

/**
 * One lesson: a question, what theory says to it, the experiment that answers it, and why it is so. Immutable.
 *
 * @param id         its number, from 1
 * @param setup      what the picture of the set-up shows
 * @param asks       what a guess is
 * @param experiment one load, one to three contenders, one repetition
 * @param theory     the answer that theory gives, to be shown after the guess
 * @param measure    how the answer is read from the experiment's runs
 */
public record Lesson(int id, String title, String question, Setup setup, Asks asks, Experiment experiment,
        Expected theory, Why why, Measure measure) {

    /** What the runs of its experiment say to the question. */
    public Answer measured(List<Run> runs) {
        return measure.of(runs);
    }
}
