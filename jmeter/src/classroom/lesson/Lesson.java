package classroom.lesson;

import module java.base;
import experiment.Experiment;
import experiment.Load;
import experiment.Metric;
import experiment.Run;

/**
 * @param experiment one to three runs: contenders or loads, one repetition
 * @param runs       in their order
 * @param lanes      what to look for in the threads' lanes; empty if the lesson shows none
 * @param about      the figure that the question asks for
 */
public record Lesson(int id, String title, String question, Setup setup, Asks asks,
        Experiment experiment, List<Shown> runs, Solution theory, String mistake,
        String lanes, Why why, Metric about, Function<List<Run>, Solution> measure) {

    /** Tells the runs of an experiment apart. */
    public static String name(Experiment experiment, String contender, Load load) {
        return experiment.loads().size() == 1 ? contender : contender + ", " + load.label();
    }

    /** @param users 0 in an open loop */
    public record Shown(String name, String label, int users) {
    }

    /**
     * @param threads 0 unless the mode is a pool
     * @param users   0 in an open loop
     * @param rate    arrivals per second; 0 in a closed loop
     * @param at      the question is about a request sent so many seconds after the load's begin; 0 for any
     */
    public record Setup(String mode, int threads, int users, int rate, int at, String path,
            List<Wait> waits, String note) {
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
}
