package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import lab.define.Experiment;

/** Where service two runs. Immutable; used by the runner's thread. */
public interface ServiceTwoPlace {
    /**
     * A service two that is ready.
     *
     * @param address HOST:PORT
     */
    record Ready(Program program, String address) {
    }

    /** Refuses an experiment that cannot be made with it, before anything is started. */
    void check(Experiment experiment) throws IOException;

    /** @param command starts one on this machine */
    Ready start(List<String> command, Experiment experiment, Path log) throws IOException, InterruptedException;

    /** Whether its CPU time is another machine's. */
    boolean isElsewhere();

    /** Where it runs, in words. */
    String description();
}
