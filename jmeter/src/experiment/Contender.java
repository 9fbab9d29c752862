package experiment;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;
import common.mode.Mode;

/**
 * One of the programs that an experiment compares. In an experiment's file:
 *
 * <pre>
 * pool --threads 200                       service one's mode and options
 * loom | -XX:+UseCompactObjectHeaders      the same, and options for its JVM
 * loom --exercise 8                        the same, with a learner's solution of that exercise
 * loom --info-in-parallel                  the same, with a solution that makes the call of info beside the others
 * loom --thread-dumps                      the same, with a thread dump in each second of the measured window
 * command: my-service --port {port} --backend {service-two}
 * </pre>
 *
 * A command's {@code {port}} is a free port, {@code {service-two}} the HOST:PORT of service two, {@code {java}} the
 * executable that runs the experiment, and {@code {repository}} this project's folder. In each form, {@code {users}} is
 * the load's number of users; in an open loop, its arrivals per second.
 */
public record Contender(String name, String specification, Kind kind) {
    /** How a program starts is in lab.run.RunningContender. Whoever asks for limits asks {@link #serviceOne}. */
    public sealed interface Kind {
    }

    /** @param arguments without the mode */
    public record ServiceOne(Mode mode, List<String> arguments, List<String> jvmOptions) implements Kind {
    }

    /** A program of the user's own. */
    public record Command(List<String> words) implements Kind {
    }

    /** A service that somebody else started. Only {@code ./run.sh jmeter} measures it. */
    public record Running() implements Kind {
    }

    public static final String EXERCISE = "--exercise";
    public static final String THREAD_DUMPS = "--thread-dumps";
    /** The exercise's task.md says so. */
    public static final String INFO_IN_PARALLEL = "--info-in-parallel";
    static final String PREFIX = "contender.";
    private static final String COMMAND = "command:";
    public static final String RUNNING = "running";
    static final String ONLY = "only";
    static final List<Option> KEYS = List.of(
            Option.text("--" + ONLY, "NAMES", "", "names of contenders, separated by commas",
                    "run only these contenders, and those of --contender.NAME options"),
            Option.text("--" + PREFIX, "SPEC", "", "a mode with its options, or 'command:' and a command",
                    "add a contender, or replace the one of this name"));
    private static final Pattern WORD = Pattern.compile("('[^']*'|\"[^\"]*\"|[^\\s'\"])+");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    static List<Contender> read(Values values) {
        List<Contender> all = values.all().keySet().stream()
                .filter(key -> key.startsWith(PREFIX))
                .map(key -> parse(key.substring(PREFIX.length()), values.text(key)))
                .toList();
        if (all.isEmpty()) {
            throw new UsageException(values.name()
                    + ": no contender.NAME is given, so there is nothing to compare");
        }
        return values.all().containsKey(ONLY) ? only(all, values) : all;
    }

    private static List<Contender> only(List<Contender> all, Values values) {
        List<String> known = all.stream().map(Contender::name).toList();
        List<String> wanted = values.list(ONLY);
        Optional<String> unknown = wanted.stream().filter(each -> !known.contains(each)).findFirst();
        if (wanted.isEmpty() || unknown.isPresent()) {
            throw values.error(ONLY, unknown.map(each -> "no contender " + each)
                    .orElse("names no contender") + "; there are " + String.join(", ", known));
        }
        return all.stream()
                .filter(each -> wanted.contains(each.name()) || values.isOverridden(PREFIX + each.name()))
                .toList();
    }

    /** Whether the file's contenders are left out, and only programs of the user's own are measured. */
    static boolean replacesAll(List<Contender> contenders, Values values) {
        List<String> keys = contenders.stream().map(each -> PREFIX + each.name()).toList();
        return contenders.stream().noneMatch(Contender::isServiceOne)
                && values.own().keySet().stream()
                .anyMatch(key -> key.startsWith(PREFIX) && !keys.contains(key));
    }

    public static Contender parse(String name, String specification) {
        String where = "contender." + name + ": ";
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new UsageException(where + "a contender's name has letters, digits, '.', '-' and '_' only");
        }
        if (specification.matches("(command:\\s*)?https?://.*")) {
            throw new UsageException(where + "a URL is no contender, because only a program that compare itself starts "
                    + "has a known CPU time. Give the command that starts it (command: …), or measure the running "
                    + "service, without TLS, with ./run.sh jmeter closed-loop -Jhost=… -Jport=…");
        }
        Contender parsed = new Contender(name, specification, kind(where, specification));
        parsed.option(EXERCISE, 0);      // fails if it is no number
        return parsed;
    }

    private static Kind kind(String where, String specification) {
        if (specification.startsWith(COMMAND)) {
            return command(where, words(specification.substring(COMMAND.length())));
        }
        if (specification.equals(RUNNING)) {
            return new Running();
        }
        String[] parts = specification.split("\\|", 2);
        List<String> words = words(parts[0]);
        Mode mode = words.stream().findFirst().flatMap(Mode::of)
                .orElseThrow(() -> new UsageException(where + "'" + specification
                        + "' starts with none of " + String.join(", ", Mode.labels())
                        + " or command:"));
        List<String> arguments = words.stream().skip(1)
                .flatMap(word -> Stream.of(word.split("=", word.startsWith("--") ? 2 : 1)))
                .toList();
        return new ServiceOne(mode, arguments, parts.length == 1 ? List.of() : words(parts[1]));
    }

    private static Command command(String where, List<String> words) {
        if (words.isEmpty()) {
            throw new UsageException(where + "no command after 'command:'");
        }
        if (words.stream().noneMatch(word -> word.contains("{port}"))) {
            throw new UsageException(where + "the command has no {port}, so it would not know where to listen. "
                    + "{service-two} becomes HOST:PORT of service two");
        }
        if (words.getFirst().matches("\\w+=.*")) {
            throw new UsageException(where + "no shell runs the command, so variables need env: command: env "
                    + words.getFirst() + " …");
        }
        return new Command(words);
    }

    public Optional<Integer> exercise() {
        return Optional.of(EXERCISE).filter(this::has).map(each -> option(each, 0));
    }

    public Contender with(String option) {
        return parse(name, specification.replaceFirst("\\s*(\\||$)", " " + option + " $1").strip());
    }

    /** Splits at blanks outside of quotes. Supports no other shell syntax. */
    private static List<String> words(String line) {
        String left = WORD.matcher(line).replaceAll("").strip();
        if (!left.isEmpty()) {
            throw new UsageException("the quote " + left.charAt(0) + " is not closed in: " + line);
        }
        return WORD.matcher(line).results().map(word -> QUOTED.matcher(word.group()).replaceAll("$1$2")).toList();
    }

    public Contender under(Load load) {
        String users = Long.toString(Math.max(1, Math.round(load.amount())));
        return new Contender(name, specification,
                kind(name, specification.replace("{users}", users)));
    }

    /** Whose CPU time and memory are measured. */
    public String processes() {
        return switch (kind) {
            case ServiceOne one -> "the JVM of service one, mode " + one.mode.label();
            case Command own -> "the process started by " + String.join(" ", own.words)
                    + ", and its child processes";
            case Running _ -> "a service that ran already";
        };
    }

    /** Only its limits are known. */
    public Optional<ServiceOne> serviceOne() {
        return kind instanceof ServiceOne one ? Optional.of(one) : Optional.empty();
    }

    public boolean isServiceOne() {
        return kind instanceof ServiceOne;
    }

    public Mode mode() {
        return serviceOne().orElseThrow().mode;
    }

    private List<String> arguments() {
        return serviceOne().map(ServiceOne::arguments).orElse(List.of());
    }

    public boolean has(String option) {
        return arguments().contains(option);
    }

    /** Also one of its JVM, such as {@code -Dname=1}. */
    public int option(String option, int otherwise) {
        Stream<String> ofJvm = serviceOne().stream()
                .flatMap(one -> one.jvmOptions.stream())
                .flatMap(word -> Stream.of(word.split("=", 2)));
        List<String> words = Stream.concat(arguments().stream(), ofJvm).toList();
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
