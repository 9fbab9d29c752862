package classroom;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * What {@code ./run.sh class} was asked for.
 *
 * @param open      whether to open the page in the browser
 * @param bind      where the room votes; empty where it does not
 * @param seed      of the lessons' numbers; 0 for the printed ones
 * @param answers   whether to print the answers, and start nothing
 * @param worksheet whether to print the worksheet, and start nothing
 */
record ClassOptions(int port, boolean open, Optional<InetAddress> bind, int votePort, long seed, boolean answers,
        boolean worksheet) {
    private static final int DEFAULT_PORT = 8090;
    private static final int DEFAULT_VOTE_PORT = 8091;
    private static final int GREATEST_SEED = 999_999_999;
    static final Tool TOOL = new Tool("class", "class [OPTIONS]", """
            One page from which a lesson is given, or learnt alone: ten questions, and for each a prediction, a run,
            what theory and the measurement say to it, and why. After them free play, and two modes side by side.
            Serves the page on the loopback interface until Ctrl-C, and starts the services and JMeter when the page
            says so; the report of each run is in jmeter/results/. Free play takes JVM flags for heap, stacks,
            collector, processors and the virtual threads' scheduler; others it refuses, and lists those that it takes.
            """, List.of(
            port("--port", DEFAULT_PORT, "of the page; 0 for any free one"),
            Option.flag("--open", "open the page in the browser"),
            Option.text("--bind", "ADDRESS", "", "an address of this machine", "let the room vote, on a second page at "
                    + "this address of this machine; 0.0.0.0 for all of its addresses. Nothing but a vote can be given "
                    + "there"),
            port("--vote-port", DEFAULT_VOTE_PORT, "of that page; 0 for any free one"),
            Option.number("--seed", "N", "", 0, GREATEST_SEED, "other numbers in the lessons, the same for the same N"),
            Option.flag("--answers",
                    "print the answers for the teacher, and start nothing; with --seed for those numbers"),
            Option.flag("--worksheet",
                    "print a page to be printed (HTML), and start nothing; with --seed for those numbers")), """
            Exit codes: 0 printed, 1 usage, 2 could not start: a port is taken; 130, 143, 129 after Ctrl-C, SIGTERM, the
            end of the terminal.
            """);

    private static Option port(String name, int standard, String meaning) {
        return Option.number(name, "PORT", Integer.toString(standard), 0, 65_535, meaning);
    }

    static ClassOptions of(CommandLine line) throws UsageException {
        line.expectNoWord();
        if (line.has("--vote-port") && !line.has("--bind")) {
            throw new UsageException("--vote-port is for a class that votes: --bind ADDRESS");
        }
        if (line.has("--answers") && line.has("--worksheet")) {
            throw new UsageException("one at a time: --answers or --worksheet");
        }
        int port = line.number("--port");
        int votePort = line.number("--vote-port");
        if (line.has("--bind") && port != 0 && port == votePort) {
            throw new UsageException("--port and --vote-port are two ports, not both " + port);
        }
        return new ClassOptions(port, line.has("--open"), bind(line), votePort, line.number("--seed", 0),
                line.has("--answers"), line.has("--worksheet"));
    }

    private static Optional<InetAddress> bind(CommandLine line) throws UsageException {
        if (!line.has("--bind")) {
            return Optional.empty();
        }
        String address = line.text("--bind");
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
