package classroom.lesson;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import lab.define.Experiment;
import lab.judge.Metric;
import lab.judge.Run;

/**
 * @param id         from 1
 * @param experiment one load, one to three contenders, one repetition
 * @param labels     the contenders' labels on the page, by name
 * @param mistake    the most frequent wrong answer and its cause
 * @param answeredBy the metric from which {@code measure} reads the answer
 */
public record Lesson(int id, String title, String question, Setup setup, Asks asks, Experiment experiment,
        Map<String, String> labels, Solution theory, String mistake, Why why,
        Metric answeredBy, Function<List<Run>, Solution> measure) {

    /**
     * The contender that the question is about, and its load.
     *
     * @param threads the pool's threads; 0 in the other modes
     * @param users   the users of a closed loop; 0 in an open loop
     * @param rate    arrivals per second of an open loop; 0 in a closed loop
     * @param waits   what a request waits for, in order; empty if it only computes
     * @param note    may be empty
     */
    public record Setup(String mode, int threads, int users, int rate, String path, List<Wait> waits, String note) {
    }

    /** @param name the call to service two, or {@code own} for a wait in service one */
    public record Wait(String name, int millis) {
    }

    /** @param code the source code that causes the answer @param look what to look at, and with which tool */
    public record Why(List<String> text, List<Extract> code, List<String> look, String exercise,
            List<ToWrite> write) {
    }

    /** An exercise of {@code ./run.sh exercise}. @param text how it relates to the lesson */
    public record ToWrite(int number, String text) {
    }

    /**
     * @param file the path in the repository, with slashes
     * @param from the number of the first line, from 1; 0 if the file lacks the lines
     */
    public record Extract(String file, int from, List<String> lines) {
    }

    /**
     * The answer of theory or of the measurement.
     *
     * @param value in the unit of a prediction; NaN if the runs give no answer
     * @param text  theory's calculation, or the measured value in words, or why there is none
     */
    public record Solution(double value, String text) {
    }
}
