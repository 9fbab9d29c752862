package common.commandline;

import java.util.ArrayList;
import java.util.List;

/** Sets a text in lines that fit a terminal. Stateless. */
public final class Paragraph {
    private static final int WIDTH = 100;

    private Paragraph() {
    }

    /** @param indent what each line begins with */
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
