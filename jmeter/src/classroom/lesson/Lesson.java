package classroom.lesson;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import lab.define.Experiment;
import lab.judge.Metric;
import lab.judge.Run;

/**
 * One lesson: a question, what theory says to it, the experiment that answers it, and why it is so.
 *
 * @param id         its number, from 1
 * @param asks       what a guess is
 * @param experiment one load, one to three contenders, one repetition
 * @param labels     what people call its contenders, by their names: {@code pool of 200}, {@code a virtual thread each}
 * @param theory     the answer that theory gives, to be shown after the guess
 * @param mistake    the wrong answer that is given most often, and where it comes from; for the teacher
 * @param answeredBy the figure of the runs that the answer is read from
 * @param measure    how the answer is read from the experiment's runs
 */
public record Lesson(int id, String title, String question, Setup setup, Asks asks, Experiment experiment,
        Map<String, String> labels, Solution theory, String mistake, Why why,
        Metric answeredBy, Function<List<Run>, Solution> measure) {

    /**
     * What the picture of its set-up shows, of the contender that the question is about.
     *
     * @param threads of a pool; 0 in the other modes
     * @param users   of a closed loop; 0 in an open one
     * @param rate    arrivals per second of an open loop; 0 in a closed one
     * @param waits   what a request waits for, in its order; empty where it only computes
     * @param note    what else is to be known of the set-up; may be empty
     */
    public record Setup(String mode, int threads, int users, int rate, String path, List<Wait> waits, String note) {
    }

    /** One of a request's waits: {@code own} where it waits for no call. */
    public record Wait(String name, int millis) {
    }

    /**
     * Why its answer is what it is.
     *
     * @param text     paragraphs
     * @param code     the lines of the services that do it
     * @param look     what to look at, and with which tool
     * @param exercise what to try next
     * @param write    what of it to write oneself; mostly nothing
     */
    public record Why(List<String> text, List<Extract> code, List<String> look, String exercise,
            List<ToWrite> write) {
    }

    /** One of the exercises of {@code ./run.sh exercise}, by its number, and what it has to do with the lesson. */
    public record ToWrite(int number, String text) {
    }

    /**
     * Some lines of a source file, as it is now.
     *
     * @param file below the repository's folder, with slashes
     * @param from the number of the first line, from 1; 0 where the file has no such lines any more
     */
    public record Extract(String file, int from, List<String> lines) {
    }

    /**
     * What theory or the measurement answers.
     *
     * @param value of the same kind and unit as a guess; NaN where the runs cannot tell
     * @param text  theory's arithmetic, or the value in words; where there is none, why not
     */
    public record Solution(double value, String text) {
    }
}
