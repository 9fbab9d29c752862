package classroom.run;

import classroom.run.Worker.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import lab.define.Experiment;
import lab.judge.Run;

/** Carries out experiments on this machine. Tests use an implementation that starts no program. */
public interface Experiments {
    /** @param traces the lines of a failing request's stack trace, by contender; may be empty */
    record Measured(List<Run> runs, Map<String, List<String>> traces) {
    }

    /** Fetches what is missing, if possible. Meanwhile, {@link #problem} is not empty. */
    void prepare() throws InterruptedException;

    /** Why no experiment can be carried out now; empty if it can. */
    String problem();

    /**
     * Says which other process measures on this machine; empty if none does. Call it only while nothing is carried out
     * here. It may release this process's own lock on the machine.
     */
    String otherMeasurement() throws IOException;

    /**
     * Carries out an experiment on the calling thread. An interrupt stops it. All its programs end before it returns.
     *
     * @throws Exception if the experiment could not be carried out; the message tells a person why
     */
    Measured carryOut(Experiment experiment, Pictures pictures, Consumer<Position> progress) throws Exception;

    /**
     * Carries out all experiments at the same time, and measures nothing. The calling thread waits. An interrupt stops
     * the experiments.
     *
     * @param longest the time after which the experiments are stopped
     * @throws Exception if one of them failed; the message tells a person why
     */
    void watch(List<Experiment> sideBySide, Pictures pictures, Duration longest) throws Exception;
}
