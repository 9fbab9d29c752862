package lab.run;

import common.commandline.CommandLine.UsageException;
import common.process.Measuring;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import load.RunFolder;

/**
 * From the first program that is started to the report: this machine is locked against other experiments, and what is
 * measured goes into one folder. What was measured before it was stopped is kept.
 */
public final class Sitting implements AutoCloseable {
    private final MachineLock lock;
    private final Installation installation;
    private final Path folder;

    private Sitting(MachineLock lock, Installation installation, Path folder) {
        this.lock = lock;
        this.installation = installation;
        this.folder = folder;
    }

    /**
     * @param name of the folder, and what somebody else is told who wants to measure meanwhile
     * @throws IOException where another process measures, or no folder can be made
     */
    public static Sitting begin(String name, Installation installation) throws IOException {
        MachineLock lock = MachineLock.take(name);
        try {
            return new Sitting(lock, installation, RunFolder.create(installation.repository(), name).path());
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    public Path folder() {
        return folder;
    }

    public Map<String, String> environment(Experiment experiment) throws InterruptedException {
        return Environment.describe(installation, experiment);
    }

    public ExperimentRunner runner(Experiment experiment, RunObserver observer) {
        return new ExperimentRunner(installation, experiment, folder, observer);
    }

    /**
     * Measures for a command at a terminal, and says where it ended early, which is no reason to report nothing.
     *
     * @param notes takes why it could not go on: a full disk, no process to be had
     * @return whether it was not stopped
     */
    public boolean measure(Measuring measuring, Measuring.Work work, List<String> notes) throws UsageException {
        try {
            if (!measuring.completes(work)) {
                System.out.println("\nstopped; reporting what was measured");
                return false;
            }
        } catch (IOException e) {
            System.out.println();
            System.err.println("cannot go on: " + e + "; reporting what was measured");
            notes.add("Ended by " + e);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
