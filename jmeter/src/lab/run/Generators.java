package lab.run;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import lab.define.Experiment;
import lab.define.Load;
import load.JmeterArguments;
import load.RemoteServers;
import load.RmiKey;
import load.Stats;

/**
 * Where the load is made: by a JMeter on this machine or, by JMeter's distributed mode, on other machines, to which a
 * JMeter here gives the orders.
 *
 * @param servers    on the other machines; none: the load is made here
 * @param repository has the key with which they talk
 */
public record Generators(RemoteServers servers, Path repository) {
    private static final int TIMEOUT_MILLIS = 3_000;
    /**
     * Each sample is sent as soon as may be, by a thread of its own: no user waits for this machine, and the tail of
     * the JTL shows whether the load is steady. By default they come by the hundred. The thread's name tells the
     * server.
     */
    private static final List<String> SAMPLES = List.of("-Jmode=StrippedAsynch", "-Jasynch.batch.queue.size=100000",
            "-Jjmeter.save.saveservice.thread_name=true",
            "-Jjmeterengine.force.system.exit=true");      // else it stays when the others have ended

    /** Whether they are other machines, with clocks of their own. */
    public boolean areElsewhere() {
        return !servers.addresses().isEmpty();
    }

    /** Among how many machines users and arrivals are divided, evenly. */
    int machines() {
        return Math.max(1, servers.addresses().size());
    }

    /**
     * The experiment with loads that they can share: JMeter gives each of them the same plan, so each plays as many
     * users, and a number that cannot be divided is rounded up.
     *
     * @param notes is told which loads are others than those that were asked for
     */
    public Experiment divided(Experiment experiment, List<String> notes) throws UsageException {
        if (machines() == 1) {
            return experiment;
        }
        if (experiment.loads().stream().anyMatch(Load::isBurst)) {
            throw new UsageException("--burst: several generators cannot send at the same moment; --remote takes one");
        }
        String rounded = experiment.loads().stream().filter(load -> load.users() % machines() != 0)
                .map(load -> load.label() + " became " + divided(load).label()).distinct()
                .collect(Collectors.joining(", "));
        if (!rounded.isEmpty()) {
            notes.add(rounded + ": each of " + machines() + " generators plays as many.");
        }
        return experiment.with(experiment.loads().stream().map(this::divided).distinct().toList());
    }

    /** Arrivals can be divided by anything. */
    private Load divided(Load load) {
        return load.isOpen() ? load : Load.closed(load.path(), Math.ceilDiv(load.users(), machines()) * machines());
    }

    /**
     * Refuses to go on where other machines cannot make load, before anything is started. A JMeter here is looked for
     * when the experiment begins.
     *
     * @param serviceOne the address at which service one will listen
     */
    void check(String serviceOne) throws UsageException, IOException, InterruptedException {
        if (!areElsewhere()) {
            return;
        }
        if (new HostPort(serviceOne, 0).isLoopback()
                && !servers.addresses().stream().allMatch(HostPort::isLoopback)) {
            throw new UsageException("--remote needs --bind with an address of this machine: a service one at "
                    + serviceOne + " is reached from here alone");
        }
        servers.check(repository);
        for (HostPort server : servers.addresses()) {
            if (ask(server).busy()) {
                throw new IOException("the jmeter-server at " + server + " makes load for another run: wait for its"
                        + " end, or start it again");
            }
        }
    }

    private static Stats.Generator ask(HostPort server) throws IOException {
        try {
            return Stats.ofGenerator(server, TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new IOException("the jmeter-server at " + server + " does not tell its clock at "
                    + Stats.Generator.place(server) + " (" + e.getMessage() + "): let that port through a firewall,"
                    + " and start it there with ./run.sh jmeter-server", e);
        }
    }

    /**
     * JMeter's arguments with which a plan gets its properties there. With several generators the arrivals of each are
     * random on their own: one seed would make them coincide.
     */
    List<String> arguments(Map<String, String> properties) throws IOException, InterruptedException {
        if (!areElsewhere()) {
            return JmeterArguments.properties("-J", properties);
        }
        List<String> arguments = new ArrayList<>(SAMPLES);
        arguments.addAll(servers.arguments(properties, RmiKey.in(repository)));
        if (machines() > 1) {
            arguments.add("-Gseed=0");      // which JMeter takes for: another one each time
        }
        return arguments;
    }

    /** Where JMeter is to write its samples, which are to be in the JTL in the end. */
    Path written(Path jtl) {
        return areElsewhere() ? jtl.resolveSibling(jtl.getFileName() + ".by-their-clocks") : jtl;
    }

    @Override
    public String toString() {
        return !areElsewhere() ? "JMeter on this machine" : "load made by " + servers.addresses().stream()
                .map(HostPort::toString).collect(Collectors.joining(" and "))
                + ", which get their orders from this machine";
    }
}
