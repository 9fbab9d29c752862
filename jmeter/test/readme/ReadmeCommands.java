package readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the commands of a Markdown text: lines of its code blocks, and code spans in its prose. Stateless. */
final class ReadmeCommands {
    private static final String OURS = "\\./(run|build)\\.sh( .*)?";
    private static final Pattern RUN = Pattern.compile(OURS + "|(curl|java) .*");
    /** {@code $ } or {@code HOST$  } before what is to be typed. */
    private static final Pattern PROMPT = Pattern.compile("\\S*\\$ +(.*)");
    /** The first line of a block that is a shell's rather than a program's source or output. */
    private static final Pattern TYPED = Pattern.compile("[a-z./][\\w./+-]*( .*)?|\\w+=.*|\\S*\\$ .*");
    private static final Pattern SHELL = Pattern.compile("sh|bash|shell|console");
    private static final Pattern SPAN = Pattern.compile("(?<!`)(`+)(?!`)((?:(?!\\n\\s*\\n).)+?)(?<!`)\\1(?!`)",
            Pattern.DOTALL);

    private ReadmeCommands() {
    }

    /** Those of the pages in this folder and in its folders, {@code *.md}, each as often as it is there. */
    static List<ReadmeCommand> all(Path repository) throws IOException {
        List<ReadmeCommand> commands = new ArrayList<>();
        for (Path page : pages(repository)) {
            commands.addAll(in(repository.relativize(page).toString(), Files.readString(page)));
        }
        return commands;
    }

    static List<Path> pages(Path repository) throws IOException {
        try (Stream<Path> files = Files.find(repository, 2, (file, _) -> file.toString().endsWith(".md"))) {
            return files.sorted().toList();
        }
    }

    /** @throws AssertionError where a block has a line of a tool that is neither run nor left out */
    static List<ReadmeCommand> in(String readme, String text) {
        MarkdownBlocks blocks = MarkdownBlocks.of(text);
        List<ReadmeCommand> commands = new ArrayList<>();
        for (MarkdownBlocks.Block block : blocks.code()) {
            commands.addAll(inBlock(readme, block));
        }
        Matcher span = SPAN.matcher(blocks.prose());
        while (span.find()) {
            String code = span.group(2).strip().replaceAll("\\s+", " ");
            if (code.matches(OURS)) {
                long line = 1 + blocks.prose().substring(0, span.start()).chars().filter(each -> each == '\n').count();
                commands.add(ReadmeCommand.of(readme + ':' + line, code));
            }
        }
        return commands;
    }

    private static List<ReadmeCommand> inBlock(String readme, MarkdownBlocks.Block block) {
        boolean isShell = isShell(block);
        boolean prompts = block.lines().stream().anyMatch(line -> PROMPT.matcher(line.text()).matches());
        List<ReadmeCommand> commands = new ArrayList<>();
        for (MarkdownBlocks.Line line : block.lines()) {
            Matcher prompt = PROMPT.matcher(line.text());
            boolean isTyped = !prompts || prompt.matches();
            String typed = prompt.matches() ? prompt.group(1) : line.text();
            String place = readme + ':' + line.number();
            if (isTyped && RUN.matcher(typed).matches() && LeftOutTools.reason(typed).isEmpty()) {
                commands.add(ReadmeCommand.of(place, typed));
            } else if (isTyped && isShell && !typed.startsWith("#") && LeftOutTools.reason(typed).isEmpty()) {
                throw new AssertionError(place + ": `" + typed + "`: ReadmeCommandsTest runs no such tool; it is to,"
                        + " or LeftOutTools is to say why not");
            }
        }
        return commands;
    }

    /** A block with a fence says what it holds, or else it is known by what it begins with. */
    private static boolean isShell(MarkdownBlocks.Block block) {
        if (!block.language().isEmpty()) {
            return SHELL.matcher(block.language()).matches();
        }
        String first = block.lines().isEmpty() ? "" : block.lines().getFirst().text();
        return block.isFenced() ? RUN.matcher(first).matches() || LeftOutTools.reason(first).isPresent()
                : TYPED.matcher(first).matches();
    }
}
