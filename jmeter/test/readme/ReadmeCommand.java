package readme;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A command that a README shows. Immutable.
 *
 * @param place the README and the line
 * @param text  as it stands there
 * @param words what a shell makes of it
 */
record ReadmeCommand(String place, String text, List<String> words) {
    /** In capitals (COMMAND, HOST:PORT, --contender.NAME), with an ellipsis, in brackets, or one of several (a|b). */
    private static final Pattern PLACEHOLDER =
            Pattern.compile("(^|.*[.:=/,])[A-Z][A-Z_]*([.:=/,].*|$)|.*(…|\\.\\.\\.|\\|).*|[\\[<(].*");

    /** @throws AssertionError where it is none */
    static ReadmeCommand of(String place, String text) {
        try {
            return new ReadmeCommand(place, text, ShellWords.of(text));
        } catch (IllegalArgumentException e) {
            throw new AssertionError(place + ": `" + text + "`: " + e.getMessage(), e);
        }
    }

    /** {@code ./run.sh}, {@code curl}. */
    String program() {
        return words.getFirst();
    }

    /** What the program is to do: {@code loom}; empty where it is told nothing. */
    String name() {
        return words.size() > 1 ? words.get(1) : "";
    }

    Arguments arguments() {
        return new Arguments(words.subList(1, words.size()));
    }

    /** Whether it is prose about commands: it holds a word that stands for others. */
    boolean isForm() {
        return program().startsWith("./") && words.stream().anyMatch(ReadmeCommand::isPlaceholder);
    }

    static boolean isPlaceholder(String word) {
        return PLACEHOLDER.matcher(word).matches();
    }

    @Override
    public String toString() {
        return place + ": `" + text + "`";
    }
}
