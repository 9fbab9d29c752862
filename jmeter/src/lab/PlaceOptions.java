package lab;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import common.io.HostPort;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import lab.run.Places;
import load.RemoteServers;

/**
 * The options that say on which machines the programs of an experiment run. Immutable.
 *
 * @param bind       the address of this machine at which service one listens; empty: the loopback address
 * @param serviceTwo the one that runs already; empty: one is started here
 * @param remote     the jmeter-servers that make the load; none: this machine does
 */
record PlaceOptions(String bind, Optional<HostPort> serviceTwo, RemoteServers remote) {
    static final List<Option> OPTIONS = List.of(RemoteServers.OPTION,
            new Option("--service-two", "HOST:PORT",
                    text -> HostPort.parse(text).filter(place -> place.port() > 0).isPresent()),
            Option.text("--bind", "an address of this machine"));

    static PlaceOptions of(CommandLine line) throws UsageException {
        if (line.has("--bind") && line.text("--bind", "").isBlank()) {
            throw new UsageException("--bind takes an address of this machine, not: nothing");
        }
        return new PlaceOptions(line.text("--bind", ""), HostPort.parse(line.text("--service-two", "")),
                RemoteServers.of(line));
    }

    Places places(Path repository) {
        return Places.of(bind, serviceTwo, remote, repository);
    }
}
