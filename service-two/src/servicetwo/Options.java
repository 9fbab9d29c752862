package servicetwo;

/**
 * The command line of service two.
 *
 * @param port             where to listen; 0 lets the system choose
 * @param bind             the address to listen on
 * @param delay            how long {@code /info} waits, in milliseconds
 * @param stageDelay       how long each of the three stages waits, in milliseconds
 * @param authorizePermits how many authorisations wait at once, the others queueing for their turn; 0 for no limit
 * @param untilStdinCloses whether to exit at the end of standard input, so that no process outlives whoever started it
 */
public record Options(int port, String bind, int delay, int stageDelay, int authorizePermits, boolean untilStdinCloses) {
    static final int EXIT_OK = 0;
    static final int EXIT_USAGE = 1;
    static final int EXIT_CANNOT_START = 2;

    static final String USAGE = """
            usage: service two [OPTIONS]

              --port PORT              listen on this port; 0 for any free one (8087)
              --bind ADDRESS           listen on this address (127.0.0.1)
              --delay MS               how long /info waits (50)
              --stage-delay MS         how long /authenticate, /authorize and /meetings wait, each (333)
              --authorize-permits N    how many authorisations wait at once, the others in line; 0: no limit (0)
              --until-stdin-closes     exit at the end of standard input
              --help                   print this and exit
            """;

    /** Thrown for a command line that cannot be taken; its message names the option and what it takes. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    public static Options defaults() {
        return new Options(8087, "127.0.0.1", 50, 333, 0, false);
    }

    static Options parse(String... arguments) throws UsageException {
        Options options = defaults();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--until-stdin-closes")) {
                options = new Options(options.port, options.bind, options.delay, options.stageDelay, options.authorizePermits, true);
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new UsageException("needs a value, or is no option: " + arguments[i]);
            }
            options = options.with(arguments[i], arguments[++i]);
        }
        return options;
    }

    private Options with(String name, String value) throws UsageException {
        return switch (name) {
            case "--port" -> new Options(number(name, value, 65_535), bind, delay, stageDelay, authorizePermits, untilStdinCloses);
            case "--bind" -> new Options(port, value, delay, stageDelay, authorizePermits, untilStdinCloses);
            case "--delay" -> new Options(port, bind, number(name, value, 600_000), stageDelay, authorizePermits, untilStdinCloses);
            case "--stage-delay" -> new Options(port, bind, delay, number(name, value, 600_000), authorizePermits, untilStdinCloses);
            case "--authorize-permits" -> new Options(port, bind, delay, stageDelay, number(name, value, 1_000_000), untilStdinCloses);
            default -> throw new UsageException("no such option: " + name);
        };
    }

    private static int number(String name, String value, int most) throws UsageException {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the same answer as for a number out of range, below
        }
        throw new UsageException(name + " takes a number from 0 to " + most + ", not: " + value);
    }

    static Options parseOrExit(String[] arguments) {
        if (java.util.List.of(arguments).contains("--help")) {
            System.out.print(USAGE);
            System.exit(EXIT_OK);
        }
        try {
            return parse(arguments);
        } catch (UsageException e) {
            System.err.println("service two: " + e.getMessage());
            System.err.println("usage: service two [OPTIONS]; --help lists them");
            System.exit(EXIT_USAGE);
            throw new IllegalStateException(e);     // not reached: exit does not return
        }
    }
}
