package lab.define;

import common.commandline.UsageException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Splits a command line into its words: at blanks, but not inside '…' or "…". Nothing else of a shell's syntax
 * counts.
 */
final class Words {
    private static final Pattern WORD = Pattern.compile("('[^']*'|\"[^\"]*\"|[^\\s'\"])+");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    static List<String> split(String line) throws UsageException {
        String left = WORD.matcher(line).replaceAll("").strip();      // what follows a quote that nothing closes
        if (!left.isEmpty()) {
            throw new UsageException("a quote " + left.charAt(0) + " is not closed in: " + line);
        }
        return WORD.matcher(line).results().map(word -> QUOTED.matcher(word.group()).replaceAll("$1$2")).toList();
    }
}
