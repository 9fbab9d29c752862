package classroom;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * What {@code ./run.sh class} was asked for. Immutable.
 *
 * @param open      whether to open the page in the browser
 * @param bind      where the room votes; empty where it does not
 * @param seed      of the lessons' numbers; 0 for the printed ones
 * @param answers   whether to print the answers, and start nothing
 * @param worksheet whether to print the worksheet, and start nothing
 */
record ClassOptions(int port, boolean open, Optional<InetAddress> bind, int votePort, long seed, boolean answers,
        boolean worksheet) {
    static final int DEFAULT_PORT = 8090;
    static final int DEFAULT_VOTE_PORT = 8091;
    private static final int GREATEST_SEED = 999_999_999;
    private static final List<Option> OPTIONS = List.of(Option.number("--port", "a number", 0, 65_535),
            Option.flag("--open"), Option.text("--bind", "an address of this machine"),
            Option.number("--vote-port", "a number", 0, 65_535),
            Option.number("--seed", "a whole number", 0, GREATEST_SEED), Option.flag("--answers"),
            Option.flag("--worksheet"));

    static ClassOptions parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        line.expectNoWord();
        if (line.has("--vote-port") && !line.has("--bind")) {
            throw new UsageException("--vote-port is for a class that votes: --bind ADDRESS");
        }
        if (line.has("--answers") && line.has("--worksheet")) {
            throw new UsageException("one at a time: --answers or --worksheet");
        }
        int port = line.number("--port", DEFAULT_PORT);
        if (line.has("--bind") && port != 0 && port == line.number("--vote-port", DEFAULT_VOTE_PORT)) {
            throw new UsageException("--port and --vote-port are two ports, not both " + port);
        }
        return new ClassOptions(port, line.has("--open"), bind(line),
                line.number("--vote-port", DEFAULT_VOTE_PORT), line.number("--seed", 0), line.has("--answers"),
                line.has("--worksheet"));
    }

    private static Optional<InetAddress> bind(CommandLine line) throws UsageException {
        if (!line.has("--bind")) {
            return Optional.empty();
        }
        String address = line.text("--bind", "");
        try {
            if (!address.isBlank()) {      // which would be the loopback address
                return Optional.of(oneMachine(InetAddress.getByName(address)));
            }
        } catch (UnknownHostException e) {
            throw new UsageException("--bind takes an address of this machine, not: " + address);
        }
        throw new UsageException("--bind takes an address of this machine, not: nothing");
    }

    /** The system lets a listener have an address of many machines, too, where no connection ever comes. */
    private static InetAddress oneMachine(InetAddress address) throws UnknownHostException {
        if (address.isMulticastAddress() || address.getHostAddress().equals("255.255.255.255")) {
            throw new UnknownHostException(address.getHostAddress());
        }
        return address;
    }
}
