package exercise;

import module java.base;

/** Other people's names and texts in the row of a table, where they can look like no other row. */
final class Cell {
    private static final int LONGEST = 160;
    /** Controls, marks that change the direction of writing, line ends, and letters that look like a space. */
    private static final String UNSEEN = "\\p{C}\\p{Zl}\\p{Zp}\u115F\u1160\u2800\u3164\uFFA0";
    private static final String QUOTED = "\\p{Z}\"\\\\" + UNSEEN;

    private Cell() {
    }

    /** A name or a path, in quotes if it has a space or one of the characters that are escaped. */
    static String name(Object name) {
        String text = name.toString();
        return text.matches("[^" + QUOTED + "]+") ? text : '"' + escaped(text, QUOTED + "&&[^ ]") + '"';
    }

    /** The beginning of a text, on one line. */
    static String text(String text) {
        String visible = escaped(text.replaceAll("[\\p{Z}\\s]+", " ").strip(), UNSEEN);
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + '…';
    }

    private static String escaped(String text, String characters) {
        return Pattern.compile("[" + characters + "]").matcher(text).replaceAll(found ->
                Matcher.quoteReplacement("\"\\".contains(found.group()) ? '\\' + found.group()
                : found.group().chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining())));
    }
}
