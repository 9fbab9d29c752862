package testing;

import module java.base;
import common.commandline.Option;
import common.commandline.Tool;

/** A command's own words in its help, without the layout and the words that all commands share. */
public final class ToolHelp {
    private ToolHelp() {
    }

    public static String of(Tool tool) {
        String options = tool.options().stream().map(ToolHelp::of).collect(Collectors.joining());
        return String.join("\n", tool.synopsis() + "\n", tool.about(), options, tool.more());
    }

    /** What a number may be, is said in words that all commands share. */
    private static String of(Option option) {
        String takes = option.takes().matches("\\D*\\d+\\D+\\d+\\D*") ? option.takes().replaceAll("\\D+", " ").strip()
                : option.takes();
        return "%s [%s] (%s): %s: %s%n".formatted(option.name(), option.value(), option.standard(), takes,
                option.meaning());
    }
}
