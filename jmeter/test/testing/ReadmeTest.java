package testing;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;

class ReadmeTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    /** A link to another host has a colon and does not match. */
    private static final Pattern LINK = Pattern.compile(
            "\\]\\((?<markdown>[^):#]+)[^):]*\\)|(?:href|src|srcset)=\"(?<html>[^\":#]+)\"");
    private static final Pattern SOURCE = Pattern.compile(" ([a-z-]+/[\\w/-]+\\.java)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");
    private static final Pattern COMMAND = Pattern.compile(
            "\\./(?<name>(?:run|build)\\.sh [a-z-]+)(?<rest>(?:\\s(?:'[^']*'|\\\\\n|[^`'\n#|&>;])*)?)(?=[`'\n#|&>;])");
    private static final Pattern PLAN = Pattern.compile("(?s)jmeter (?<name>[a-z][a-z-]*)(?<rest>.*)");
    private static final Pattern PROPERTY = Pattern.compile("-J(\\w+)");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z-]+\\.?");

    private final Map<Path, String> pages;

    ReadmeTest() throws IOException {
        try (Stream<Path> files = Files.find(REPOSITORY, 2, (file, _) -> file.toString().endsWith(".md"))) {
            pages = files.collect(Collectors.toMap(page -> page, ReadmeTest::read));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Slow("asks every command for its help")
    void everyCommandThatIsNamedExistsAndHasTheNamedOptions() throws InterruptedException {
        Map<String, Set<String>> given = new TreeMap<>();
        pages.values().forEach(text -> COMMAND.matcher(text).results().forEach(command ->
                given.computeIfAbsent(command.group("name"), _ -> new TreeSet<>())
                        .addAll(OPTION.matcher(command.group("rest").replaceAll("'[^']*'", "")).results()
                                .map(MatchResult::group).toList())));
        assertTrue(given.size() > 10, "the READMEs show commands: " + given);
        CheckPool.run(given.entrySet().stream().map(each -> () -> {
            String[] words = each.getKey().split(" ");
            try (Program program = Program.script(words[0], words[1], "--help")) {
                assertEquals(0, program.exitCode(), each.getKey() + ": " + program.output());
                String usage = program.standardOutput();
                assertContains(words[1], usage.lines().findFirst().orElse(""));
                each.getValue().forEach(option -> assertTrue(usage.matches("(?s).*" + option + "(?![a-z-]).*"),
                        each.getKey() + " has no option " + option));
            }
        }));
    }
}
