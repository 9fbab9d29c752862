package readme;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes a command line apart as a shell does, up to a comment, a pipe, a redirection, or what sends it to the
 * background. Used by one thread.
 */
final class ShellWords {
    /** The shell may note its pid, and no more. */
    private static final String TO_THE_BACKGROUND = "& *(\\w+=\\$!)? *(#.*)?";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;      // also where it is empty so far, as after ''
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /** @throws IllegalArgumentException where it is more than one command, or a quote is not closed */
    static List<String> of(String line) {
        ShellWords shell = new ShellWords(line);
        while (shell.at < line.length() && !shell.isAtItsEnd()) {
            shell.take(line.charAt(shell.at++));
        }
        shell.endWord();
        return List.copyOf(shell.words);
    }

    private boolean isAtItsEnd() {
        char next = line.charAt(at);
        return next == '>' || !inWord && (next == '#' || next == '|') || line.substring(at).matches(TO_THE_BACKGROUND);
    }

    private void take(char next) {
        switch (next) {
            case ' ' -> endWord();
            case '\'', '"' -> takeQuoted(next);
            case '&', ';' -> throw new IllegalArgumentException("more than one command: " + line);
            default -> takeLetter(next);
        }
    }

    private void takeLetter(char letter) {
        inWord = true;
        word.append(letter);
    }

    private void takeQuoted(char quote) {
        int end = line.indexOf(quote, at);
        if (end < 0) {
            throw new IllegalArgumentException("a quote is not closed: " + line);
        }
        inWord = true;
        word.append(line, at, end);
        at = end + 1;
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
    }
}
