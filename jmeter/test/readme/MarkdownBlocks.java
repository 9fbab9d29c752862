package readme;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Markdown text, parted into its blocks of code and its prose. Used by one thread. */
final class MarkdownBlocks {
    private static final Pattern FENCE = Pattern.compile(" *(`{3,}|~{3,}) *(\\w*).*");
    private static final String INDENT = "    ";

    /** A line of code, which may be continued on the next ones, without its indentation. */
    record Line(int number, String text) {
    }

    /** @param language what its fence says that it is; empty where it says nothing */
    record Block(boolean isFenced, String language, List<Line> lines) {
    }

    private final List<Block> code = new ArrayList<>();
    private final StringBuilder prose = new StringBuilder();
    private String fence = "";              // what ends the block; empty outside of one
    private boolean wasIndented;
    private boolean wasEmpty = true;        // the line before: else an indented one belongs to its paragraph
    private boolean isContinued;

    private MarkdownBlocks() {
    }

    static MarkdownBlocks of(String text) {
        MarkdownBlocks blocks = new MarkdownBlocks();
        int number = 1;
        for (String line : text.split("\n", -1)) {
            boolean isCode = blocks.take(number++, line);
            blocks.prose.append(isCode ? "" : line).append('\n');
            blocks.wasEmpty = line.isBlank();
        }
        return blocks;
    }

    List<Block> code() {
        return code;
    }

    /** With an empty line for each of code, so that the lines have their numbers. */
    String prose() {
        return prose.toString();
    }

    private boolean take(int number, String line) {
        Matcher mark = FENCE.matcher(line);
        if (!fence.isEmpty()) {
            takeFenced(number, line, mark);
        } else if (mark.matches()) {
            fence = mark.group(1);
            code.add(new Block(true, mark.group(2), new ArrayList<>()));
        } else {
            return takeIndented(number, line);
        }
        return true;
    }

    private void takeFenced(int number, String line, Matcher mark) {
        if (mark.matches() && mark.group(1).startsWith(fence)) {
            fence = "";
        } else {
            add(number, line);
        }
        wasIndented = false;
    }

    private boolean takeIndented(int number, String line) {
        boolean isIndented = line.startsWith(INDENT) && !line.isBlank() && (wasEmpty || wasIndented);
        if (isIndented && !wasIndented) {
            code.add(new Block(false, "", new ArrayList<>()));
        }
        if (isIndented) {
            add(number, line);
        }
        wasIndented = isIndented || wasIndented && line.isBlank();
        return isIndented;
    }

    private void add(int number, String line) {
        List<Line> lines = code.getLast().lines();
        String text = line.strip();
        boolean goesOn = text.endsWith("\\");
        String part = goesOn ? text.substring(0, text.length() - 1).strip() : text;
        if (isContinued) {
            Line begun = lines.removeLast();
            lines.add(new Line(begun.number, begun.text + ' ' + part));
        } else if (!text.isEmpty()) {
            lines.add(new Line(number, part));
        }
        isContinued = goesOn;
    }
}
