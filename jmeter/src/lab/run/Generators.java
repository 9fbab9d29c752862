package lab.run;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import experiment.Experiment;
import experiment.Load;
import load.JmeterArguments;
import load.RemoteServers;
import load.RmiKey;
import load.Stats;

/**
 * The machines that make the load: this machine, or others that JMeter controls from here.
 *
 * @param servers empty if this machine makes the load
 * @param repository contains the key for connections to the servers
 */
public record Generators(RemoteServers servers, Path repository) {
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int QUESTIONS = 8;
    private static final int MOST_MILLIS_APART = 50;
    /**
     * By default, JMeter sends samples in batches of a hundred. This mode sends each sample at once.
     */
    private static final List<String> SAMPLES = List.of("-Jmode=StrippedAsynch", "-Jasynch.batch.queue.size=100000",
            "-Jjmeterengine.force.system.exit=true");      // without it, JMeter would not exit

    public boolean areRemote() {
        return !servers.addresses().isEmpty();
    }

    public int machines() {
        return Math.max(1, servers.addresses().size());
    }

    public Experiment divided(Experiment experiment, List<String> notes) throws UsageException {
        if (machines() == 1) {
            return experiment;
        }
        if (experiment.loads().stream().anyMatch(Load::isBurst)) {
            throw new UsageException("--burst: several generators cannot send at the same moment; name"
                    + " only one server in --remote");
        }
        if (experiment.beside().filter(load -> load.users() % machines() != 0).isPresent()) {
            throw new UsageException("beside-users is no multiple of the " + machines() + " generators");
        }
        String rounded = experiment.loads().stream().filter(load -> load.users() % machines() != 0).map(load ->
                load.label() + " became " + divided(load).label()).distinct().collect(Collectors.joining(", "));
        if (!rounded.isEmpty()) {
            notes.add(rounded + ": each of the " + machines() + " generators has the same number of users.");
        }
        return experiment.with(experiment.loads().stream().map(this::divided).distinct().toList());
    }

    /** An open loop's rate can be divided by any number. */
    private Load divided(Load load) {
        return load.isOpen() ? load : Load.closed(load.path(), Math.ceilDiv(load.users(), machines()) * machines());
    }

    /** @param serviceOne the address where service one will listen */
    void check(String serviceOne) throws UsageException, IOException, InterruptedException {
        if (!areRemote()) {
            return;
        }
        if (new HostPort(serviceOne, 0).isLoopback() && !servers.addresses().stream().allMatch(HostPort::isLoopback)) {
            throw new UsageException("--remote needs --bind with an address of this machine: other machines cannot "
                    + "reach a service one at " + serviceOne);
        }
        servers.check(repository);
        for (HostPort server : servers.addresses()) {
            if (ask(server).busy()) {
                throw new IOException("the jmeter-server at " + server + " makes load for another run: wait until that"
                        + " ends, or restart the server");
            }
            checkClock(server);
        }
    }

    /**
     * A sample's time stamps come from the clock of its generator, but this machine's clock decides when the window
     * begins and ends. The generator reads its clock at about the middle of the exchange (F. Cristian, "Probabilistic
     * clock synchronization", Distributed Computing 3, 1989), so the quickest exchange counts.
     */
    static void checkClock(HostPort server) throws IOException {
        double ahead = 0;
        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < QUESTIONS; i++) {
            long before = System.currentTimeMillis();
            long there = ask(server).millis();
            long after = System.currentTimeMillis();
            if (after - before < quickest) {
                quickest = after - before;
                ahead = there - (before + after) / 2.0;
            }
        }
        if (Math.abs(ahead) > MOST_MILLIS_APART) {
            throw new IOException(String.format(Locale.ROOT, "the clock of the jmeter-server at %s is %,.0f ms %s this "
                    + "machine's; more than %d ms would put answers into the wrong second: synchronize both clocks "
                    + "(NTP)", server, Math.abs(ahead), ahead > 0 ? "ahead of" : "behind", MOST_MILLIS_APART));
        }
    }

    private static Stats.Generator ask(HostPort server) throws IOException {
        try {
            return Stats.ofGenerator(server, TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new IOException("the jmeter-server at " + server + " does not report its clock at "
                    + Stats.Generator.place(server) + " (" + e.getMessage() + "): open that port in the firewall,"
                    + " and start the server with ./run.sh jmeter-server", e);
        }
    }

    /** With seed 0, each generator draws its own arrivals. Otherwise all would send at the same moments. */
    List<String> arguments(Map<String, String> properties) throws IOException, InterruptedException {
        if (!areRemote()) {
            return JmeterArguments.properties("-J", properties);
        }
        List<String> arguments = new ArrayList<>(SAMPLES);
        arguments.addAll(servers.arguments(properties, RmiKey.in(repository)));
        if (machines() > 1) {
            arguments.addAll(List.of("-Gseed=0", "-G" + SecondLoad.PREFIX + "seed=0"));
        }
        return arguments;
    }

    @Override
    public String toString() {
        return !areRemote() ? "JMeter on this machine" : "load made by " + servers.addresses().stream()
                .map(HostPort::toString).collect(Collectors.joining(" and ")) + ", controlled from this machine";
    }
}
