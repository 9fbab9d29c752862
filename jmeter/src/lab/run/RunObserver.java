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
 * Looks at the runs of an experiment while they are made. This one tells a waiting person where it is: on a terminal in
 * one line that is written over each second, elsewhere in a line for each run that ended. Others take figures that not
 * every experiment wants. Called by the runner's thread, in the order of the methods, once for each run, but for
 * {@link #phase}; a run that fails goes on with {@link #ended}. A {@link common.process.Child.ProgramFailure} that it
 * throws fails the run, any other exception ends the experiment.
 */
public class RunObserver {
    private final StatusLine line = StatusLine.on(System.out);
    private String begun = "";
    private Duration left = Duration.ZERO;

    /** Whether each warm-up is to be as long as the experiment says: else it ends as soon as the load is steady. */
    public boolean wantsWholeWarmup() {
        return false;
    }

    /** Whether a contender may be warmed by work before its load: not where somebody watches how it gets warm. */
    public boolean allowsWarmUpByWork() {
        return !wantsWholeWarmup();
    }

    /** Whether it sends requests that compute beside the load: JMeter must not yield the cores to those. */
    public boolean computes() {
        return false;
    }

    /**
     * A run begins.
     *
     * @param number     from 1
     * @param of         how many there are
     * @param afterwards how long the runs after this one will take at most
     */
    public void begin(int number, int of, Contender contender, Load load, Duration afterwards) {
        begun = String.format("[%" + Integer.toString(of).length() + "d/%d] %s, %s %s", number, of, contender.name(),
                load.path(), load.label());
        left = afterwards;
    }

    /** @param millis that this phase, and what follows it in this run, will take at most */
    public void phase(String phase, long millis) {
        line.show(begun + ": " + phase + ", at most " + text(left.plusMillis(millis)) + " left");
    }

    /** {@code 2 min 05 s}. */
    public static String text(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : String.format("%d min %02d s", seconds / 60, seconds % 60);
    }

    /** The contender has said that it is ready, and there is no load on it yet. */
    public void ready(Child contender, HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    public void windowBegins() throws IOException, InterruptedException {
    }

    /** The window has just ended, and the load is still on. */
    public void windowEnds() throws IOException, InterruptedException {
    }

    /** The run is over, its programs are gone. @param outcome in one line */
    public void ended(Run run, String outcome) throws IOException {
        line.print(begun + ": " + outcome);
    }
}
