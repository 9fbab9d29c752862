package lab.run;

import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import lab.judge.Run;

/**
 * Looks at a contender while it is loaded, and takes figures that not every experiment wants. Called by the runner's
 * thread, in the order of the methods, once for each run; a run that fails goes on with {@link #ended}. A
 * {@link common.process.ProgramFailure} that it throws fails the run, any other exception ends the experiment.
 */
public interface RunObserver {
    /** Of an experiment that wants no more than every run measures. */
    RunObserver NONE = new RunObserver() {
    };

    /** Whether each warm-up is to be as long as the experiment says: else it ends as soon as the load is steady. */
    default boolean wantsWholeWarmup() {
        return false;
    }

    /** Whether a contender may be warmed by work before its load: not where somebody watches how it gets warm. */
    default boolean allowsWarmUpByWork() {
        return !wantsWholeWarmup();
    }

    /** The contender has said that it is ready, and there is no load on it yet. */
    default void ready(Child contender, HostPort address) throws IOException, InterruptedException {
    }

    /** The measured window begins when this returns. */
    default void windowBegins() throws IOException, InterruptedException {
    }

    /** The window has just ended, and the load is still on. */
    default void windowEnds() throws IOException, InterruptedException {
    }

    /**
     * The run is over, its programs are gone.
     *
     * @param outcome the line that tells a waiting person of it
     * @return that line, or a better one
     */
    default String ended(Run run, String outcome) throws IOException {
        return outcome;
    }
}
