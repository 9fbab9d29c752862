package lab.run;

import common.commandline.StatusLine;
import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import java.time.Duration;
import lab.define.Contender;
import lab.define.Load;
import lab.judge.Run;

/**
 * Observes the runs of an experiment. This class shows progress: on a terminal in one line that changes every second,
 * elsewhere in a line for each ended run. Subclasses measure additional figures. The runner's thread calls the methods
 * from {@link #begin} in this order, once for each run, except {@link #phase}. If a run fails, {@link #ended} comes
 * next. A {@link common.process.Child.ProgramFailure} thrown here fails the run; any other exception ends the
 * experiment.
 */
public class RunObserver {
    private final StatusLine line = StatusLine.on(System.out);
    private String heading = "";
    private Duration left = Duration.ZERO;

    /** Whether each warm-up must have its full length; otherwise it ends as soon as the load is steady. */
    public boolean wantsWholeWarmup() {
        return false;
    }

    /** Whether a contender may warm up by work before its load; false if the warm-up itself is observed. */
    public boolean allowsWarmUpByWork() {
        return !wantsWholeWarmup();
    }

    /** Whether the observer sends requests that compute; then JMeter must not have low priority. */
    public boolean computes() {
        return false;
    }

    /**
     * A run begins.
     *
     * @param number     the number of the run, counted from 1
     * @param all        the number of runs
     * @param afterwards the longest time of the runs after this one
     */
    public void begin(int number, int all, Contender contender, Load load, Duration afterwards) {
        heading = String.format("[%" + Integer.toString(all).length() + "d/%d] %s, %s %s", number, all,
                contender.name(), load.path(), load.label());
        left = afterwards;
    }

    /** @param millis the longest time of this phase and the rest of this run */
    public void phase(String phase, long millis) {
        line.show(heading + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }

    /** The contender is ready, and has no load yet. */
    public void ready(Child contender, HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    public void windowBegins() throws IOException, InterruptedException {
    }

    /** The window has just ended, and the load is still on. */
    public void windowEnds() throws IOException, InterruptedException {
    }

    /** The run and its programs have ended. @param outcome the result in one line */
    public void ended(Run run, String outcome) throws IOException {
        line.print(heading + ": " + outcome);
    }
}
