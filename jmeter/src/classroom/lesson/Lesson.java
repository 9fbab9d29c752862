package classroom.lesson;

import module java.base;
import lab.define.Experiment;
import lab.results.Run;

/** @param experiment one load, one to three contenders, one repetition */
public record Lesson(int id, String title, String question, Setup setup, Asks asks, Experiment experiment,
        Map<String, String> labels, Solution theory, String mistake, Why why,
        Function<List<Run>, Solution> measure) {

    /**
     * @param threads 0 unless the mode is a pool
     * @param users   0 in an open loop
     * @param rate    arrivals per second; 0 in a closed loop
     */
    public record Setup(String mode, int threads, int users, int rate, String path, List<Wait> waits, String note) {
    }

    /** @param name the call to service two, or {@code own} for a wait in service one */
    public record Wait(String name, int millis) {
    }

    public record Why(List<String> text, List<Extract> code, List<String> look, String exercise,
            List<ToWrite> write) {
    }

    public record ToWrite(int number, String text) {
    }

    /** @param from line number, counted from 1; 0 if the file lacks the lines */
    public record Extract(String file, int from, List<String> lines) {
    }

    /** @param value NaN if the runs give no answer */
    public record Solution(double value, String text) {
    }
}
