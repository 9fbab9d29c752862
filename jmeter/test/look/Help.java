package look;

import module java.base;
import common.commandline.Option;
import common.commandline.Tool;

/** A command's own part of its help: without what is the same for every command. */
public final class Help {
    private Help() {
    }

    public static String of(Tool tool) {
        return Stream.of(Stream.of(tool.synopsis(), tool.about()), tool.options().stream().map(Help::of),
                Stream.of(tool.more())).flatMap(each -> each).collect(Collectors.joining("\n"));
    }

    private static String of(Option option) {
        return option.label() + " " + option.value() + " (" + option.standard() + ") " + option.meaning();
    }
}
