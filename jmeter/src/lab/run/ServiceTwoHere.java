package lab.run;

import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import lab.define.Experiment;

/** On this machine, started afresh for each run. Stateless. */
final class ServiceTwoHere implements ServiceTwoPlace {
    private static final int READY_SECONDS = 30;

    @Override
    public void check(Experiment experiment) {
        // It is started as the experiment needs it.
    }

    @Override
    public Ready start(List<String> command, Experiment experiment, Path log) throws IOException, InterruptedException {
        Child child = Child.start("service two", command, log);
        try {
            return new Ready(new LocalProgram(child), child.awaitAddress(READY_SECONDS));
        } catch (IOException | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    @Override
    public boolean isElsewhere() {
        return false;
    }

    @Override
    public String description() {
        return "on this machine";
    }
}
