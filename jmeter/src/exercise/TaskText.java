package exercise;

import module java.base;
import common.commandline.Tool;

/** Formats Markdown for a terminal. */
final class TaskText {
    private static final String ITEM = "- ";
    private static final String CODE = "    ";

    private final List<String> lines = new ArrayList<>();
    private final List<String> paragraph = new ArrayList<>();

    private TaskText() {
    }

    static String format(String markdown) {
        TaskText text = new TaskText();
        markdown.lines().forEach(text::add);
        text.endParagraph();
        return String.join("\n", text.lines) + '\n';
    }

    private void add(String line) {
        if (line.isBlank()) {
            endParagraph();
            lines.add("");
        } else if (line.startsWith(CODE) && paragraph.isEmpty()) {
            lines.add(line.stripTrailing());
        } else {
            if (line.startsWith(ITEM)) {
                endParagraph();
            }
            paragraph.add(line.strip());
        }
    }

    private void endParagraph() {
        if (paragraph.isEmpty()) {
            return;
        }
        String text = String.join(" ", paragraph).replaceAll("\\*\\*?(\\S[^*`]*)\\*\\*?", "$1");
        if (text.startsWith(ITEM)) {
            List<String> item = Tool.lines("  ", text.substring(ITEM.length()));
            lines.add(ITEM + item.getFirst().strip());
            lines.addAll(item.subList(1, item.size()));
        } else {
            lines.addAll(Tool.lines("", text));
        }
        paragraph.clear();
    }
}
