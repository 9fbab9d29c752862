package servicetwo;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The command line of service two. Immutable.
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
    static final String HINT = "usage: ./run.sh service-two [OPTIONS]; --help lists them";
    static final String USAGE = """
            usage: ./run.sh service-two [OPTIONS]

              --port PORT              listen on this port; 0 for any free one (8087)
              --bind ADDRESS           listen on this address (127.0.0.1)
              --delay MS               how long /info waits (50)
              --stage-delay MS         how long /authenticate, /authorize and /meetings wait, each (333)
              --authorize-permits N    how many authorisations wait at once, the others in line; 0: no limit (0)
              --error-percent P        this share of calls gets a 500 after its wait (0)
              --hang-percent P         this share is never answered (0)
              --reset-percent P        this share is reset instead of answered, after its wait (0)
              --jitter MS              each wait is longer by a random time from 0 to this (0)
              --slow-start SECONDS     for so long waits are longer: four times at the start, then less and less (0)
              --until-stdin-closes     exit at the end of standard input
              -h, --help               print this and exit
            """;

    private static final String BIND = "--bind";
    private static final String UNTIL_STDIN_CLOSES = "--until-stdin-closes";
    /** The options that take a number from 0, and the greatest that each takes. */
    private static final Map<String, Integer> NUMBERS = Map.of("--port", 65_535, "--delay", 600_000,
            "--stage-delay", 600_000, "--authorize-permits", 1_000_000, "--error-percent", 100, "--hang-percent", 100,
            "--reset-percent", 100, "--jitter", 600_000, "--slow-start", 3_600);

    /** Thrown for a command line that cannot be taken; its message names the option and what it takes. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    /** Nothing goes wrong. */
    public Options(int port, String bind, int delay, int stageDelay, int authorizePermits, boolean untilStdinCloses) {
        this(port, bind, delay, stageDelay, authorizePermits, Faults.NONE, untilStdinCloses);
    }

    public static Options defaults() {
        return new Options(8087, "127.0.0.1", 50, 333, 0, false);
    }

    /** @throws UsageException if an argument is no option, or its value is missing, superfluous or wrong */
    static Options parse(String... arguments) throws UsageException {
        return parse(defaults(), arguments);
    }

    /** Those that are not given are as in the standard. */
    static Options parse(Options standard, String... arguments) throws UsageException {
        Map<String, String> given = new HashMap<>();
        Iterator<String> rest = List.of(arguments).iterator();
        while (rest.hasNext()) {
            String[] parts = rest.next().split("=", 2);
            boolean takesNext = parts.length == 1 && !parts[0].equals(UNTIL_STDIN_CLOSES) && rest.hasNext();
            given.put(parts[0], check(parts[0], parts.length > 1 ? parts[1] : takesNext ? rest.next() : null));
        }
        return new Options(number(given, "--port", standard.port), given.getOrDefault(BIND, standard.bind),
                number(given, "--delay", standard.delay), number(given, "--stage-delay", standard.stageDelay),
                number(given, "--authorize-permits", standard.authorizePermits), faults(standard.faults, given),
                standard.untilStdinCloses || given.containsKey(UNTIL_STDIN_CLOSES));
    }

    private static Faults faults(Faults standard, Map<String, String> given) throws UsageException {
        Faults faults = new Faults(number(given, "--error-percent", standard.errorPercent()),
                number(given, "--hang-percent", standard.hangPercent()),
                number(given, "--reset-percent", standard.resetPercent()),
                number(given, "--jitter", standard.jitterMillis()),
                number(given, "--slow-start", standard.slowStartSeconds()));
        require(faults.fitInHundred(), "--error-percent, --hang-percent and --reset-percent take 100 together at most");
        return faults;
    }

    /** The address as a URL has it: one of IPv6 is in brackets there (RFC 3986, 3.2.2). */
    String host() {
        return bind.contains(":") && !bind.startsWith("[") ? '[' + bind + ']' : bind;
    }

    private static int number(Map<String, String> given, String flag, int standard) {
        return given.containsKey(flag) ? Integer.parseInt(given.get(flag)) : standard;
    }

    /** Returns the value if it is one for that option; null stands for none. */
    private static String check(String flag, String value) throws UsageException {
        if (flag.equals(UNTIL_STDIN_CLOSES)) {
            require(value == null, flag + " takes no value");
            return value;
        }
        int most = NUMBERS.getOrDefault(flag, 0);
        require(most > 0 || flag.equals(BIND), "no such option: " + flag);
        boolean right = value != null && (most == 0 ? value.matches("[^-].*")
                : value.matches("[0-9]{1,7}") && Integer.parseInt(value) <= most);
        require(right, flag + " takes " + (most == 0 ? "a value: ADDRESS" : "a number from 0 to " + most)
                + (value == null ? "" : ", not: " + value));
        return value;
    }

    private static void require(boolean condition, String message) throws UsageException {
        if (!condition) {
            throw new UsageException(message);
        }
    }
}
