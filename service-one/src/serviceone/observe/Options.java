package serviceone.observe;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The command line. Immutable.
 *
 * @param seconds how long to record
 * @param pid     the one service to look at; 0 if not said
 * @param port    where it listens; 0 if not said
 */
record Options(Command command, int seconds, long pid, int port) {
    /** What can be done. */
    enum Command { THREADS, JFR, JCONSOLE, VISUALVM }

    private static final int STANDARD_SECONDS = 20;
    private static final int MOST_SECONDS = 3_600;

    /** @throws CommandException if the arguments are not a command and what it takes */
    static Options parse(List<String> arguments) throws CommandException {
        if (arguments.isEmpty()) {
            throw CommandException.usage("which command? threads, jfr, jconsole or visualvm");
        }
        Options options = new Options(command(arguments.getFirst()), STANDARD_SECONDS, 0, 0);
        Iterator<String> rest = arguments.subList(1, arguments.size()).iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private static Command command(String name) throws CommandException {
        for (Command command : Command.values()) {
            if (command.name().toLowerCase(Locale.ROOT).equals(name)) {
                return command;
            }
        }
        throw CommandException.usage("no such command: " + name);
    }

    private Options with(String argument, Iterator<String> rest) throws CommandException {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        return switch (name) {
            case "--pid" -> new Options(command, seconds, number(name, value(argument, equals, rest), Integer.MAX_VALUE), port);
            case "--port" -> new Options(command, seconds, pid, number(name, value(argument, equals, rest), 65_535));
            default -> {
                if (command != Command.JFR || argument.startsWith("-")) {
                    throw CommandException.usage("no such option: " + argument);
                }
                yield new Options(command, number("SECONDS", argument, MOST_SECONDS), pid, port);
            }
        };
    }

    private static String value(String argument, int equals, Iterator<String> rest) throws CommandException {
        if (equals < 0 && !rest.hasNext()) {
            throw CommandException.usage(argument + " takes a value");
        }
        return equals < 0 ? rest.next() : argument.substring(equals + 1);
    }

    private static int number(String name, String value, int most) throws CommandException {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the same answer as for a number out of range, below
        }
        throw CommandException.usage(name + " takes a number from 1 to " + most + ", not: " + value);
    }
}
