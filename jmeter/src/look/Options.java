package look;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serviceone.options.CommandLine;
import serviceone.options.Option;
import serviceone.options.UsageException;

/**
 * The command line of the commands that look at service one. Immutable.
 *
 * @param seconds how long to record
 * @param pid     the one service to look at; 0 if not said
 * @param port    where it listens; 0 if not said
 * @param which   say which VisualVM there is, and open none
 */
record Options(Command command, int seconds, int pid, int port, boolean which) {
    /** What can be done. */
    enum Command {
        THREADS("[--pid PID | --port PORT]"), JFR("[SECONDS] [--pid PID | --port PORT]"),
        JCONSOLE("[--pid PID | --port PORT]"), VISUALVM("[--which | --pid PID | --port PORT]"), TRACE("");

        private final String arguments;

        Command(String arguments) {
            this.arguments = arguments;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        private String synopsis() {
            return (label() + ' ' + arguments).strip();
        }
    }

    private static final Option SECONDS = Option.number("SECONDS", "", "20", 1, 3_600, "how long to record");
    /** Of those that look at a service which runs; {@code trace} starts its own. */
    private static final List<Option> SERVICE = List.of(
            Option.number("--pid", "PID", "the only one", 1, Integer.MAX_VALUE, "which service one, where several run"),
            Option.number("--port", "PORT", "the only one", 1, 65_535, "the same, by where it listens"));
    private static final String ONLY_SAY = "--which";
    static final List<Option> ALL = Stream.concat(SERVICE.stream(),
            Stream.of(Option.withoutValue(ONLY_SAY, "visualvm: say which VisualVM there is, and open none"))).toList();

    /** How a command is used, in short; where there is none of that name, how all are. */
    static String synopsis(String name) {
        return Stream.of(Command.values()).filter(each -> each.label().equals(name)).findFirst().map(Command::synopsis)
                .orElse("threads|jfr|jconsole|visualvm|trace [OPTIONS]");
    }

    /** @throws UsageException if the arguments are not a command and what it takes */
    static Options parse(List<String> arguments) throws UsageException {
        if (arguments.isEmpty()) {
            throw new UsageException("which command? one of "
                    + Stream.of(Command.values()).map(Command::label).collect(Collectors.joining(", ")));
        }
        Command command = command(arguments.getFirst());
        List<String> rest = arguments.subList(1, arguments.size());
        if (command == Command.TRACE) {
            return new Options(command, seconds(command, CommandLine.parse(List.of(), rest)), 0, 0, false);
        }
        CommandLine line = CommandLine.parse(command == Command.VISUALVM ? ALL : SERVICE, rest);
        return new Options(command, seconds(command, line), given("--pid", line), given("--port", line),
                line.has(ONLY_SAY));
    }

    private static int given(String flag, CommandLine line) {
        return line.has(flag) ? line.number(flag) : 0;
    }

    private static Command command(String name) throws UsageException {
        return Stream.of(Command.values()).filter(each -> each.label().equals(name)).findFirst()
                .orElseThrow(() -> new UsageException("no such command: " + name));
    }

    private static int seconds(Command command, CommandLine line) throws UsageException {
        int taken = command == Command.JFR ? 1 : 0;
        if (line.operands().size() > taken) {
            throw new UsageException("takes options only, not: " + line.operands().get(taken));
        }
        List<String> given = line.operands();
        return Integer.parseInt(given.isEmpty() ? SECONDS.standard() : SECONDS.check(given.getFirst()));
    }
}
