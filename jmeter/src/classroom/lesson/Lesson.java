package classroom.lesson;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import lab.define.Experiment;
import lab.judge.Metric;
import lab.judge.Run;

/**
 * A lesson: a question, theory's answer, the experiment that measures the answer, and the explanation.
 *
 * @param id         the lesson's number, from 1
 * @param asks       what the question asks for
 * @param experiment one load, one to three contenders, one repetition
 * @param labels     the contenders' labels on the page, by name: {@code pool of 200}, {@code a virtual thread each}
 * @param theory     theory's answer, shown at the reveal
 * @param mistake    the most frequent wrong answer and its cause, for the teacher
 * @param answeredBy the figure from which the answer is read
 * @param measure    reads the answer from the experiment's runs
 */
public record Lesson(int id, String title, String question, Setup setup, Asks asks, Experiment experiment,
        Map<String, String> labels, Solution theory, String mistake, Why why,
        Metric answeredBy, Function<List<Run>, Solution> measure) {

    /**
     * What the picture of the set-up shows: the contender that the question is about, and its load.
     *
     * @param threads the pool's threads; 0 in the other modes
     * @param users   the users of a closed loop; 0 in an open loop
     * @param rate    arrivals per second of an open loop; 0 in a closed loop
     * @param waits   what a request waits for, in order; empty if it only computes
     * @param note    what else to know about the set-up; may be empty
     */
    public record Setup(String mode, int threads, int users, int rate, String path, List<Wait> waits, String note) {
    }

    /** A wait of a request. @param name the call to service two, or {@code own} for a wait in service one itself */
    public record Wait(String name, int millis) {
    }

    /**
     * The explanation of the answer.
     *
     * @param text     the paragraphs
     * @param code     the lines of source files that cause the answer
     * @param look     what to look at, and with which tool
     * @param exercise what to try next
     * @param write    programming exercises; may be empty
     */
    public record Why(List<String> text, List<Extract> code, List<String> look, String exercise,
            List<ToWrite> write) {
    }

    /** A programming exercise: its number for {@code ./run.sh exercise}, and how it relates to the lesson. */
    public record ToWrite(int number, String text) {
    }

    /**
     * Some lines of a source file, as the file is now.
     *
     * @param file its path in the repository, with slashes
     * @param from the number of the first line, from 1; 0 if the file does not contain the lines
     */
    public record Extract(String file, int from, List<String> lines) {
    }

    /**
     * The answer of theory or of the measurement.
     *
     * @param value in the unit of a prediction; NaN if the runs give no answer
     * @param text  theory's calculation, or the measured value in words; without a value, the reason
     */
    public record Solution(double value, String text) {
    }
}
