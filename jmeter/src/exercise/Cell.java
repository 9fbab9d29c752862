package exercise;

import module java.base;

/** Other people's names and texts in the row of a table, where they can look like no other row. */
final class Cell {
    private static final int LONGEST = 160;
    /** Controls, marks that change the direction of writing, line ends, and letters that look like a space. */
    private static final String UNSEEN = "\\p{C}\\p{Zl}\\p{Zp}\u115F\u1160\u2800\u3164\uFFA0";
    private static final Pattern PLAIN = Pattern.compile("[^\\p{Z}\"\\\\" + UNSEEN + "]+");
    private static final Pattern ESCAPED = Pattern.compile("[\\p{Z}\"\\\\" + UNSEEN + "&&[^ ]]");
    private static final Pattern SPACE = Pattern.compile("[\\p{Z}\\s]+");

    private Cell() {
    }

    /** A name or a path, in quotes if it has a space or one of the characters that are escaped. */
    static String name(Object name) {
        String text = name.toString();
        return PLAIN.matcher(text).matches() ? text : '"' + escaped(text, ESCAPED) + '"';
    }

    /** The beginning of a text, on one line. */
    static String text(String text) {
        String line = SPACE.matcher(text).replaceAll(" ").strip();
        String visible = escaped(line, Pattern.compile("[" + UNSEEN + "]"));
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + '…';
    }

    private static String escaped(String text, Pattern which) {
        return which.matcher(text).replaceAll(found -> Matcher.quoteReplacement(escaped(found.group())));
    }

    private static String escaped(String character) {
        return "\"\\".contains(character) ? '\\' + character
                : character.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
    }
}
