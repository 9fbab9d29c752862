package classroom.run;

import module java.base;
import classroom.run.Worker.Position;
import experiment.Experiment;
import experiment.Run;

public interface Experiments {
    record Measured(List<Run> runs, Map<String, List<String>> traces) {
    }

    void prepare() throws InterruptedException;

    /** Why no experiment can run now; empty if one can. */
    String problem();

    /**
     * Another process that measures on this machine; empty if none does.
     * Do not call it while this process runs an experiment: the call may release this process's own lock.
     */
    String otherMeasurement() throws IOException;

    /** Runs on the calling thread. An interrupt stops the experiment and its programs. */
    Measured carryOut(Experiment experiment, Pictures pictures, Consumer<Position> progress)
            throws Exception;
}
