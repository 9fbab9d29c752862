package lab.run;

import module java.base;
import common.commandline.CommandLine.UsageException;
import experiment.Conditions.Change;
import experiment.Conditions;
import experiment.Experiment;
import load.RunFolder;
import machine.Environment;
import machine.Kernel;
import process.MachineLock;
import process.Measuring;
import process.Time;

/**
 * A series of measurements, from the first start of a program to the report. It locks this machine against other
 * experiments.
 */
public record Sitting(MachineLock lock, Installation installation, Path folder) implements AutoCloseable {
    public static Sitting begin(String name, Installation installation) throws IOException {
        MachineLock lock = MachineLock.acquire(name);
        try {
            return new Sitting(lock, installation, RunFolder.create(installation.repository(), name).path());
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    public Map<String, String> environment(Experiment experiment) throws InterruptedException {
        Map<String, String> all = Environment.describe();
        all.put("JMeter", installation.jmeter().version());
        all.put("which program ran where", installation.places().description());
        all.put("service one's JVM options", jvmOptions("service-one"));
        if (!installation.places().isServiceTwoRemote()) {
            all.put("service two's JVM options", jvmOptions("service-two"));
        }
        Conditions conditions = experiment.conditions();
        all.put("service two", Stream.concat(Stream.of(String.join(" ", conditions.serviceTwo().arguments())),
                conditions.changes().stream().map(Change::toString)).collect(Collectors.joining("; from ")));
        experiment.beside().ifPresent(load -> all.put("second load", load.name()));
        all.put("commit", Environment.commit(installation.repository()));
        return all;
    }

    private String jvmOptions(String module) {
        String options = String.join(" ", Kernel.lines(installation.jvmOptions(module)).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#")).toList());
        return options.isEmpty() ? "none" : options;
    }

    public ExperimentRunner runner(Experiment experiment, RunObserver observer) {
        return new ExperimentRunner(experiment, folder, observer,
                new OneRun(installation, folder.resolve("logs"), observer, new LinkedHashSet<>()), Time.REAL);
    }

    /**
     * @param notes receives the reason for an early end, such as a full disk
     * @return false if somebody stopped the measurements
     */
    public boolean measure(Measuring measuring, Measuring.Work work, List<String> notes) throws UsageException {
        try {
            if (!measuring.completes(work)) {
                System.out.println("\nstopped; the report contains the runs so far");
                return false;
            }
        } catch (IOException e) {
            System.out.println();
            System.err.println("cannot continue: " + e + "; the report contains the runs so far");
            notes.add("Ended early because of " + e);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
