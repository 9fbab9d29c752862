package lab.define;

import common.commandline.UsageException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One of the things that an experiment compares: service one in a mode, with options of its own and of its JVM, or any
 * command that opens a port. As written in an experiment's file:
 *
 * <pre>
 * pool --threads 200                       service one's mode and options
 * loom | -XX:+UseCompactObjectHeaders      the same, and options for its JVM
 * command: my-service --port {port} --backend {service-two}
 * </pre>
 *
 * In a command, {@code {port}} stands for a free port, {@code {service-two}} for HOST:PORT of service two,
 * {@code {java}} for the java of the JDK that runs the experiment and {@code {repository}} for this project's folder.
 * Everywhere, {@code {users}} stands for the load's number of users.
 *
 * @param arguments service one's options, without the mode
 * @param command   the words of a command of the user's own; empty for service one
 */
public record Contender(String name, String specification, String mode, List<String> arguments, List<String> jvmOptions,
                        List<String> command) {
    public static final Set<String> MODES = Set.of("pool", "loom", "async");
    private static final String COMMAND = "command:";

    public static Contender parse(String name, String specification) throws UsageException {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new UsageException("contender." + name
                    + ": a contender's name has letters, digits, '.', '-' and '_' only");
        }
        return specification.startsWith(COMMAND) ? ofCommand(name, specification) : ofServiceOne(name, specification);
    }

    private static Contender ofCommand(String name, String specification) throws UsageException {
        List<String> words = Words.split(specification.substring(COMMAND.length()));
        if (words.isEmpty()) {
            throw new UsageException("contender." + name + ": no command after 'command:'");
        }
        if (words.stream().noneMatch(word -> word.contains("{port}"))) {
            throw new UsageException("contender." + name
                    + ": the command has no {port}, so it can't be told where to listen"
                    + " ({service-two}, where it has that, becomes HOST:PORT of service two)");
        }
        return new Contender(name, specification, "", List.of(), List.of(), words);
    }

    private static Contender ofServiceOne(String name, String specification) throws UsageException {
        int bar = specification.indexOf('|');
        List<String> words = Words.split(bar < 0 ? specification : specification.substring(0, bar));
        List<String> jvm = bar < 0 ? List.of() : Words.split(specification.substring(bar + 1));
        if (words.isEmpty() || !MODES.contains(words.getFirst())) {
            throw new UsageException("contender." + name + ": '" + specification
                    + "' starts with none of pool, loom, async or command:");
        }
        return new Contender(name, specification, words.getFirst(), words.subList(1, words.size()), jvm, List.of());
    }

    /** Itself, with the load's number of users in the place of {@code {users}}: a pool that is as large as the load. */
    public Contender under(Load load) {
        String users = Long.toString(Math.max(1, Math.round(load.amount())));
        return new Contender(name, specification, mode, replaced(arguments, users), replaced(jvmOptions, users),
                replaced(command, users));
    }

    private static List<String> replaced(List<String> words, String users) {
        return words.stream().map(word -> word.replace("{users}", users)).toList();
    }

    public boolean isCommand() {
        return !command.isEmpty();
    }

    /** The value of a numeric option of service one, as in {@code --threads 200}; the default where it is not given. */
    public int option(String option, int otherwise) throws UsageException {
        List<String> words = arguments.stream().flatMap(word -> Stream.of(word.split("=", 2))).toList();
        int at = words.lastIndexOf(option);
        if (at < 0) {
            return otherwise;
        }
        try {
            return Integer.parseInt(words.get(at + 1));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new UsageException("contender." + name + ": " + option + " takes a number");
        }
    }
}
