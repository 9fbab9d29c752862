package classroom.run;

import classroom.run.Worker.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import lab.define.Experiment;
import lab.judge.Run;

/** Carries out experiments on this machine; what tests replace by something that starts no program. */
public interface Experiments {
    /**
     * What one gave.
     *
     * @param traces what a failing request's stack trace shows, by contender; empty where nobody wanted to know
     */
    record Measured(List<Run> runs, Map<String, List<String>> traces) {
    }

    /** Gets what is missing, where that can be had; {@link #problem} tells meanwhile that it does. */
    void prepare() throws InterruptedException;

    /** Why nothing can be carried out now; empty where something can. */
    String problem();

    /**
     * Carries one out on the calling thread, which an interrupt stops; all that it started has ended when it returns.
     *
     * @param pictures get the live figures of each contender
     * @throws Exception where it could not be carried out; the message says why to a person
     */
    Measured carryOut(Experiment experiment, Pictures pictures, Consumer<Position> progress) throws Exception;

    /**
     * Carries several out at once, for the eye, and measures nothing; the calling thread waits, and an interrupt stops
     * all of them.
     *
     * @param longest after so long they are ended
     * @throws Exception where one could not go on; the message says why to a person
     */
    void watch(List<Experiment> atOnce, Pictures pictures, Duration longest) throws Exception;
}
