package common.text;

import java.util.ArrayList;
import java.util.List;

/** Puts words together as a reader expects them. */
public final class Prose {
    private static final int WIDTH = 100;

    private Prose() {
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String list(List<String> names) {
        int last = names.size() - 1;
        return last < 1 ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** {@code 1 user}, {@code 1,000 users}. */
    public static String count(long count, String noun) {
        return Numbers.grouped(count) + ' ' + noun + (count == 1 ? "" : "s");
    }

    /**
     * Sets a text in lines that fit a terminal.
     *
     * @param indent what each line begins with
     */
    public static List<String> lines(String indent, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ")) {
            if (line.length() > indent.length() && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line.setLength(indent.length());
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
