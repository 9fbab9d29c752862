package lab.run;

import module java.base;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Experiment;
import load.RemoteServers;

/**
 * Where the programs run.
 *
 * @param bind service one's address, always on this machine
 * @param serviceTwo a service two that runs already
 */
public record Places(String bind, Optional<HostPort> serviceTwo, RemoteServers generators, Path repository) {
    private static final String LOOPBACK = "127.0.0.1";

    public Places {
        bind = bind.isEmpty() ? LOOPBACK : bind;
    }

    public static Places onThisMachine(Path repository) {
        return new Places("", Optional.empty(), new RemoteServers(List.of()), repository);
    }

    boolean isServiceTwoRemote() {
        return serviceTwo.isPresent() && !serviceTwo.get().isOfThisMachine();
    }

    /** Checks, before anything starts, that the programs can reach each other. */
    public void check(Experiment experiment) throws IOException, InterruptedException {
        HostPort serviceOne = new HostPort(bind, 0);
        if (!serviceOne.isOfThisMachine()) {
            throw new UsageException("--bind takes an address of this machine that the generators can reach, not: "
                    + bind);
        }
        generators.checkBody(experiment.workload().message().file());
        if (serviceOne.isLoopback() && !generators.areOnThisMachine()) {
            throw new UsageException("--remote needs --bind with an address of this machine: other machines cannot "
                    + "reach a service one at " + bind);
        }
        generators.checkIdle(repository);
        if (serviceTwo.isPresent()) {
            RunningServiceTwo.at(serviceTwo.get(), experiment);
        }
    }

    public String description() {
        String two = serviceTwo.map(place -> "at " + place + ", started separately").orElse("on this machine");
        return equals(onThisMachine(repository)) ? "all programs on this machine"
                : "service one on this machine, at " + bind + "; service two " + two + "; " + generators;
    }
}
