package servicetwo;

import static common.commandline.Option.flag;
import static common.commandline.Option.number;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.util.List;

/**
 * The command line of service two.
 *
 * @param port             where to listen; 0 lets the system choose
 * @param bind             the address to listen on
 * @param delay            how long {@code /info} waits, in milliseconds
 * @param stageDelay       how long each of the three stages waits, in milliseconds
 * @param authorizePermits how many authorisations wait at once, the others queueing for their turn; 0 for no limit
 * @param faults           what goes wrong with calls
 * @param untilStdinCloses whether to exit at the end of standard input, so that no process outlives whoever started it
 */
public record Options(int port, String bind, int delay, int stageDelay, int authorizePermits, Faults faults,
        boolean untilStdinCloses) {
    /**
     * What goes wrong with calls.
     *
     * @param errorPercent     the share of calls that get a 500 after their wait, from 0 to 100
     * @param hangPercent      the share that is never answered
     * @param resetPercent     the share whose connection is reset after the wait; 100 with the other two at most
     * @param jitterMillis     each wait is longer by a random time from 0 to this, in milliseconds
     * @param slowStartSeconds how long service two waits longer than it says, after its start or a change of these
     */
    public record Faults(int errorPercent, int hangPercent, int resetPercent, int jitterMillis, int slowStartSeconds) {
        public static final Faults NONE = new Faults(0, 0, 0, 0, 0);
    }

    /** What {@code ./run.sh MODE} calls the port. */
    private static final String PORT_IN_MODE = "--service-two-port";
    private static final int LONGEST_WAIT = 600_000;
    private static final List<Option> ALL = List.of(
            number("--port", "PORT", "8087", 0, 65_535, "listen on this port; 0 for any free one"),
            number(PORT_IN_MODE, "a number", 0, 65_535),
            new Option("--bind", "ADDRESS", "127.0.0.1", "an address of this machine",
                    text -> !text.isBlank() && !text.startsWith("-"), "listen on this address"),
            number("--delay", "MS", "50", 0, LONGEST_WAIT, "how long /info waits"),
            number("--stage-delay", "MS", "333", 0, LONGEST_WAIT,
                    "how long /authenticate, /authorize and /meetings wait, each"),
            number("--authorize-permits", "N", "0", 0, 1_000_000,
                    "how many authorisations wait at once, the others in line; 0: no limit"),
            number("--error-percent", "P", "0", 0, 100, "this share of calls gets a 500 after its wait"),
            number("--hang-percent", "P", "0", 0, 100, "this share is never answered"),
            number("--reset-percent", "P", "0", 0, 100, "this share is reset instead of answered, after its wait"),
            number("--jitter", "MS", "0", 0, LONGEST_WAIT, "each wait is longer by a random time from 0 to this"),
            number("--slow-start", "SECONDS", "0", 0, 3_600,
                    "for so long waits are longer: four times at first, then less and less"),
            flag("--until-stdin-closes", "exit at the end of standard input"));
    static final Tool TOOL = new Tool("service two", "service-two [OPTIONS]", "", ALL, "");

    /** Nothing goes wrong. */
    public Options(int port, String bind, int delay, int stageDelay, int authorizePermits, boolean untilStdinCloses) {
        this(port, bind, delay, stageDelay, authorizePermits, Faults.NONE, untilStdinCloses);
    }

    public static Options defaults() {
        return new Options(8087, "127.0.0.1", 50, 333, 0, false);
    }

    /** These, but for what is given. */
    Options with(String... arguments) throws UsageException {
        return with(CommandLine.parse(ALL, arguments));
    }

    Options with(CommandLine line) throws UsageException {
        line.expectNoWord();
        Faults changed = new Faults(line.number("--error-percent", faults.errorPercent),
                line.number("--hang-percent", faults.hangPercent),
                line.number("--reset-percent", faults.resetPercent), line.number("--jitter", faults.jitterMillis),
                line.number("--slow-start", faults.slowStartSeconds));
        if (changed.errorPercent + changed.hangPercent + changed.resetPercent > 100) {
            throw new UsageException("--error-percent, --hang-percent and --reset-percent take 100 together at most");
        }
        int listenAt = line.number(PORT_IN_MODE, line.number("--port", port));
        return new Options(listenAt, line.text("--bind", bind), line.number("--delay", delay),
                line.number("--stage-delay", stageDelay), line.number("--authorize-permits", authorizePermits), changed,
                untilStdinCloses || line.has("--until-stdin-closes"));
    }
}
