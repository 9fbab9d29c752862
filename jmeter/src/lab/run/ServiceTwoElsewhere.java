package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import lab.define.Experiment;

/** At an address where one runs already, which is neither started nor stopped here. Immutable. */
record ServiceTwoElsewhere(HostPort address) implements ServiceTwoPlace {
    private static final int TIMEOUT_MILLIS = 3_000;

    @Override
    public void check(Experiment experiment) throws IOException {
        if (experiment.faults().slowStartSeconds() > 0) {
            throw new IOException(experiment.name() + " has a --slow-start, which needs a service two that is started "
                    + "for each run: leave --service-two out");
        }
        ServiceTwoOptions needed = ServiceTwoOptions.of(experiment);
        List<String> unlike = needed.unlike(ask().options());
        if (!unlike.isEmpty()) {
            throw new IOException(experiment.name() + " needs a service two with " + String.join("; ", unlike)
                    + " as that at " + address + " has: start it there with ./run.sh service-two --bind "
                    + address.host() + " --port " + address.port() + " " + String.join(" ", needed.arguments()));
        }
    }

    private AnnouncedServiceTwo ask() throws IOException {
        try {
            return AnnouncedServiceTwo.ask(address, TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new IOException("no service two answers at " + address + " (" + e.getMessage()
                    + "); --service-two names one that runs: start it there with ./run.sh service-two --bind "
                    + address.host() + " --port " + address.port(), e);
        }
    }

    /** It may be another one than at the run before. */
    @Override
    public Ready start(List<String> command, Experiment experiment, Path log) throws IOException {
        check(experiment);
        return new Ready(new RemoteServiceTwo(address), address.toString());
    }

    @Override
    public boolean isElsewhere() {
        return !ThisMachine.has(address.host());
    }

    @Override
    public String description() {
        return "at " + address + ", started by somebody else";
    }
}
