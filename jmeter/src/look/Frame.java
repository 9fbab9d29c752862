package look;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A frame of a stack, read from what an exception or a thread dump prints.
 *
 * @param type   its class with its package
 * @param method the method's name
 * @param file   the source file's name, or words where there is none, such as Native Method
 * @param line   the line in that file; 0 where there is none
 */
record Frame(String type, String method, String file, int line) {
    /** A trace begins with "at "; loaders and modules come before a slash. */
    private static final Pattern TEXT =
            Pattern.compile("(?:.*?\\bat )?(?:[^/ ]*/)*([\\w.$]+)\\.([\\w$<>]+)\\(([^:)]*)(?::(\\d+))?\\)");

    /** Empty if the text is no frame. */
    static Optional<Frame> of(String text) {
        return Optional.of(TEXT.matcher(text)).filter(Matcher::matches).map(frame -> new Frame(frame.group(1),
                frame.group(2), frame.group(3), frame.group(4) == null ? 0 : Integer.parseInt(frame.group(4))));
    }

    /** {@code Class.method:line}: without the package, three of them fit beside each other. */
    String inShort() {
        return type.substring(type.lastIndexOf('.') + 1) + '.' + method + (line == 0 ? "" : ":" + line);
    }
}
