package experiment.define;

import commandline.UsageException;
import java.util.ArrayList;
import java.util.List;

/** Splits a command line into its words: at blanks, but not inside '…' or "…". No other meaning of a shell is known. */
final class Words {
    private Words() {
    }

    static List<String> split(String line) throws UsageException {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;               // null between words, so that '' is a word
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote == 0 && Character.isWhitespace(c)) {
                word = finish(word, words);
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new UsageException("a quote " + quote + " is not closed in: " + line);
        }
        finish(word, words);
        return words;
    }

    private static StringBuilder finish(StringBuilder word, List<String> words) {
        if (word != null) {
            words.add(word.toString());
        }
        return null;
    }
}
