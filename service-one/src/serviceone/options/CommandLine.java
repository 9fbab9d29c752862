package serviceone.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A command line as it was given: options, each as {@code --x y} or {@code --x=y}, and operands among them. Options are
 * asked for as the user types them. Immutable once parsed.
 */
public final class CommandLine {
    private final List<Option> options;
    private final Map<String, String> given = new HashMap<>();
    private final List<String> operands = new ArrayList<>();

    private CommandLine(List<Option> options) {
        this.options = options;
    }

    /** Whether help is asked for, anywhere: then nothing else on the command line counts. */
    public static boolean wantsHelp(List<String> arguments) {
        return arguments.contains("--help") || arguments.contains("-h");
    }

    /** The options' lines in a usage. */
    public static String usage(List<Option> options) {
        return options.stream().map(Option::toString).collect(Collectors.joining())
                + Option.withoutValue("-h, --help", "print this and exit");
    }

    /** @throws UsageException if an argument is none of the options, or its value is missing, superfluous or wrong */
    public static CommandLine parse(List<Option> options, List<String> arguments) throws UsageException {
        CommandLine line = new CommandLine(options);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            if (argument.startsWith("-")) {
                line.take(argument.split("=", 2), rest);
            } else {
                line.operands.add(argument);
            }
        }
        return line;
    }

    private void take(String[] parts, Iterator<String> rest) throws UsageException {
        Option option = find(parts[0])
                .orElseThrow(() -> new UsageException("no such option: " + parts[0] + instead(parts[0])));
        boolean joined = parts.length > 1;
        if (option.value().isEmpty()) {
            given.put(option.flag(), joined ? option.check(null) : "");
        } else {
            given.put(option.flag(), option.check(joined ? parts[1] : rest.hasNext() ? rest.next() : null));
        }
    }

    private String instead(String flag) {
        return Spelling.nearest(flag, options.stream().map(Option::flag).toList())
                .map(near -> "; did you mean " + near + "?").orElse("");
    }

    private Optional<Option> find(String flag) {
        return options.stream().filter(each -> each.flag().equals(flag)).findFirst();
    }

    public boolean has(String flag) {
        return given.containsKey(flag);
    }

    /** What was given, or else the option's default. */
    public String text(String flag) {
        return given.getOrDefault(flag, find(flag).orElseThrow().standard());
    }

    public int number(String flag) {
        return Integer.parseInt(text(flag));
    }

    /** What is neither an option nor its value. */
    public List<String> operands() {
        return List.copyOf(operands);
    }
}
