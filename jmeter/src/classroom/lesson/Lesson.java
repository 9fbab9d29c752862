package classroom.lesson;

import java.util.List;
import lab.define.Experiment;
import lab.judge.Run;

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

    /** What people call one of its contenders: {@code pool of 200}, {@code a virtual thread each}. */
    public String label(String contender) {
        return experiment.contenders().stream().filter(each -> each.name().equals(contender)).map(Labels::of)
                .findFirst().orElse(contender);
    }
}
