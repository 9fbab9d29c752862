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
 * Observes the runs of an experiment and shows their progress. A terminal gets a line that changes every second, other
 * output a line for each ended run. The runner's thread calls {@link #begin} and the methods below it in this
 * order, but {@link #phase} at any time. After a failure, {@link #ended} comes next. A
 * {@link common.process.Child.ProgramFailure} thrown here fails the run. Any other exception ends the experiment.
 */
public class RunObserver {
    private final StatusLine line = StatusLine.on(System.out);
    private String heading = "";
    private Duration left = Duration.ZERO;

    /** If false, a warm-up ends as soon as the load is steady. */
    public boolean wantsWholeWarmup() {
        return false;
    }

    /** False if the warm-up itself is observed. */
    public boolean allowsWarmUpByWork() {
        return !wantsWholeWarmup();
    }

    /** Whether the observer sends requests that compute. JMeter then must not have low priority. */
    public boolean computes() {
        return false;
    }

    /**
     * @param number counted from 1
     * @param afterwards how long all the runs after this one take at most
     */
    public void begin(int number, int all, Contender contender, Load load, Duration afterwards) {
        heading = String.format("[%" + Integer.toString(all).length() + "d/%d] %s, %s %s", number, all,
                contender.name(), load.path(), load.label());
        left = afterwards;
    }

    /** @param millis how long this phase and the rest of the run take at most */
    public void phase(String phase, long millis) {
        line.show(heading + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }

    /** The contender is ready, without load. */
    public void ready(Child contender, HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    public void windowBegins() throws IOException, InterruptedException {
    }

    /** The load is still on. */
    public void windowEnds() throws IOException, InterruptedException {
    }

    /** @param outcome the result in one line */
    public void ended(Run run, String outcome) throws IOException {
        line.print(heading + ": " + outcome);
    }
}
