package lab.run;

import common.commandline.UsageException;
import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import lab.define.Experiment;
import load.RemoteServers;

/**
 * Where the programs of an experiment run. Immutable.
 *
 * @param bind the address of this machine at which service one listens
 */
public record Places(String bind, ServiceTwoPlace serviceTwo, GeneratorPlace generators) {
    private static final String LOOPBACK = "127.0.0.1";
    /** All of them on this machine. */
    public static final Places HERE = new Places(LOOPBACK, new ServiceTwoHere(), new GeneratorHere());

    /**
     * @param bind       empty: the loopback address
     * @param serviceTwo empty: one is started here
     * @param servers    that make the load; none: this machine does
     */
    public static Places of(String bind, Optional<HostPort> serviceTwo, RemoteServers servers, Path repository) {
        return new Places(bind.isEmpty() ? LOOPBACK : bind,
                serviceTwo.<ServiceTwoPlace>map(ServiceTwoElsewhere::new).orElse(HERE.serviceTwo),
                servers.addresses().isEmpty() ? HERE.generators : new GeneratorsElsewhere(servers, repository));
    }

    /** The experiment with loads that the generators can share; {@code notes} is told which are others. */
    public Experiment divided(Experiment experiment, List<String> notes) throws UsageException {
        return DividedLoad.of(experiment, generators.machines(), notes);
    }

    /** Refuses an experiment that cannot be made so, before anything is started. */
    public void check(Experiment experiment) throws IOException, UsageException, InterruptedException {
        if (!ThisMachine.has(bind)) {
            throw new UsageException("--bind takes an address of this machine, by which the generators reach it, not: "
                    + bind);
        }
        generators.check(bind);
        serviceTwo.check(experiment);
    }

    /** Which program runs where. */
    public String description() {
        return equals(HERE) ? "all programs on this machine" : "service one on this machine, at " + bind
                + "; service two " + serviceTwo.description() + "; " + generators.description();
    }
}
