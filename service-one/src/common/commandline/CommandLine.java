package common.commandline;

import module java.base;

/**
 * A command's arguments: options as {@code --name value} or {@code --name=value}, short options as {@code -N value} or
 * {@code -Nvalue}, and plain words. A value that begins with two dashes needs the equals sign.
 */
public final class CommandLine {
    /** What a user has to write in another way. It is unchecked, because {@link Tool} answers it for all commands. */
    private static final List<String> HELP = List.of("--help", "-h");
    private static final int MOST_LISTED = 10;

    private final List<Option> options;
    private final Deque<String> rest;
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    private CommandLine(List<Option> options, String... arguments) {
        this.options = options;
        this.rest = new ArrayDeque<>(List.of(arguments));
        while (!rest.isEmpty()) {
            parse(rest.remove());
        }
    }

    public static CommandLine parse(List<Option> options, String... arguments) {
        return new CommandLine(options, arguments);
    }

    public static boolean wantsHelp(String... arguments) {
        return Stream.of(arguments).anyMatch(HELP::contains) || arguments.length > 0 && arguments[0].equals("help");
    }

    private void parse(String argument) {
        if (!argument.startsWith("-")) {
            words.add(argument);
        } else if (!HELP.contains(argument)) {
            parseOption(argument.split(isShort(argument) ? "(?<=^-.)(?=.)" : "=", 2));
        }
    }

    private boolean isShort(String argument) {
        return options.stream().anyMatch(option -> option.isShort() && argument.startsWith(option.name()));
    }

    private void parseOption(String... parts) {
        String name = parts[0];
        Option option = find(name);
        boolean hasValue = parts.length == 2;
        if (option.isFlag() && hasValue) {
            throw new UsageException(name + " takes no value");
        }
        String value = "";
        if (!option.isFlag()) {
            value = option.check(hasValue ? parts[1] : next(option, name));
        }
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    private Option find(String name) {
        return options.stream().filter(option -> option.isNamed(name)).findFirst()
                .orElseThrow(() -> new UsageException("no such option: " + name + suggestion(name)));
    }

    private String suggestion(String name) {
        List<String> names = options.stream().map(Option::label).toList();
        if (names.isEmpty()) {
            return "; the command has no options";
        }
        String all = names.size() > MOST_LISTED ? "" : "; there are " + String.join(", ", names);
        return Spelling.nearest(name, names).map(near -> "; did you mean " + near + "?").orElse(all);
    }

    private String next(Option option, String name) {
        String value = rest.peek();
        if (value == null || value.startsWith("--") || HELP.contains(value) || isShort(value)) {
            throw new UsageException(name + " takes " + option.takes());
        }
        return rest.remove();
    }

    public boolean has(String option) {
        return values.containsKey(option);
    }

    /** The last of several values, or the default. */
    public String text(String option) {
        return text(option, options.stream().filter(each -> each.isNamed(option)).findFirst().orElseThrow().standard());
    }

    public int number(String option) {
        return Integer.parseInt(text(option));
    }

    public String text(String option, String fallback) {
        return has(option) ? values.get(option).getLast() : fallback;
    }

    public int number(String option, int fallback) {
        return has(option) ? Integer.parseInt(text(option, "")) : fallback;
    }

    public Map<String, List<String>> options() {
        return values;
    }

    public List<String> words() {
        return words;
    }

    /** @param what the word's name in error messages */
    public String word(String what, String fallback) {
        if (words.size() > 1) {
            throw new UsageException("give only one " + what + ", not: " + words.get(0) + " " + words.get(1));
        }
        return words.isEmpty() ? fallback : words.getFirst();
    }

    public void expectNoWord() {
        if (!words.isEmpty()) {
            throw new UsageException("takes options only, not: " + words.getFirst());
        }
    }
}
