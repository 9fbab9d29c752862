package lab.run;

import common.commandline.UsageException;
import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import load.RemoteServers;
import load.RmiKey;
import load.Stats;

/**
 * On other machines, by JMeter's distributed mode: a JMeter here gives the orders and gets the samples. Immutable.
 *
 * @param repository has the key with which they talk
 */
record GeneratorsElsewhere(RemoteServers servers, Path repository) implements GeneratorPlace {
    private static final int TIMEOUT_MILLIS = 3_000;
    /**
     * Each sample is sent as soon as may be, by a thread of its own: no user waits for this machine, and the tail of
     * the JTL shows whether the load is steady. By default they come by the hundred. The thread's name tells the
     * server.
     */
    private static final List<String> SAMPLES = List.of("-Jmode=StrippedAsynch", "-Jasynch.batch.queue.size=100000",
            "-Jjmeter.save.saveservice.thread_name=true",
            "-Jjmeterengine.force.system.exit=true");      // else it stays when the others have ended

    @Override
    public int machines() {
        return servers.addresses().size();
    }

    @Override
    public boolean isElsewhere() {
        return true;
    }

    @Override
    public int usersHere(int users) {
        return 0;
    }

    @Override
    public void check(String serviceOne) throws UsageException, IOException, InterruptedException {
        if (ThisMachine.isLoopback(serviceOne)
                && !servers.addresses().stream().allMatch(server -> ThisMachine.isLoopback(server.host()))) {
            throw new UsageException("--remote needs --bind with an address of this machine: a service one at "
                    + serviceOne + " is reached from here alone");
        }
        servers.reach();
        servers.checkKey(RmiKey.in(repository));
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

    /** With several generators the arrivals of each are random on their own: one seed would make them coincide. */
    @Override
    public List<String> arguments(Map<String, String> properties) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(SAMPLES);
        arguments.addAll(servers.arguments(properties, RmiKey.in(repository), servers.reach()));
        if (machines() > 1) {
            arguments.add("-Gseed=0");      // which JMeter takes for: another one each time
        }
        return arguments;
    }

    @Override
    public Path written(Path jtl) {
        return jtl.resolveSibling(jtl.getFileName() + ".by-their-clocks");
    }

    @Override
    public Generator start(ProcessBuilder jmeter, Path jtl, Path output) throws IOException {
        return RemoteGenerators.start(servers.addresses(), jmeter, written(jtl), jtl, output);
    }

    @Override
    public String description() {
        return "load made by " + servers.addresses().stream().map(HostPort::toString)
                .collect(Collectors.joining(" and ")) + ", which get their orders from this machine";
    }
}
