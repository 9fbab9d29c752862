package lab.run;

import common.process.ProgramFailure;
import java.io.IOException;
import java.util.List;

/**
 * A program that takes part in a run, on whichever machine it runs. Used by the runner's thread; closing it ends it,
 * where we have started it.
 */
public interface Program extends AutoCloseable {
    /** CPU time since its start; NaN where it is not known. */
    double cpuSeconds();

    Footprint footprint();

    /** Those of it on this machine; none where it runs elsewhere, or has ended. */
    List<ProcessHandle> processes();

    /** @throws ProgramFailure where it no longer runs */
    void checkAlive() throws ProgramFailure, InterruptedException;

    @Override
    void close() throws IOException;
}
