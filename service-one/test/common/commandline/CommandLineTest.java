package common.commandline;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Printed;
import testing.Test;
import testing.Words;

class CommandLineTest {
    private static final Option PROPERTY = new Option("-J", "name=value", "", "a property",
            text -> text.contains("="), "a property");
    private static final List<Option> OPTIONS = List.of(PROPERTY, Option.flag("--gui", ""),
            Option.number("--warmup", "SECONDS", "9", 0, 86_400, ""), Option.text("--users", "LIST", "", "numbers", ""),
            Option.text("--token", "TEXT", "", "a text", ""), Option.text("--contender.", "MODE", "", "a mode", ""));

    /** A command line, and its options and word. */
    private static final String[][] TYPED = {
        {"", "{} -"}, {"tour", "{} tour"}, {"-h --help", "{} -"},
        {"tour --gui --warmup 86400", "{--gui=[], --warmup=[86400]} tour"},
        {"--warmup=5 tour --warmup 6", "{--warmup=[5, 6]} tour"}, {"--warmup 0", "{--warmup=[0]} -"},
        {"--users 1,100", "{--users=[1,100]} -"}, {"--users=", "{--users=[]} -"},
        {"--token=a=b", "{--token=[a=b]} -"}, {"--token=--gui", "{--token=[--gui]} -"},
        {"--token -x", "{--token=[-x]} -"}, {"-Ja=b -J c=d=e", "{-J=[a=b, c=d=e]} -"},
        {"--contender.x loom --contender.y=pool", "{--contender.x=[loom], --contender.y=[pool]} -"}};

    /** A command line, and the option or word that its error names. */
    private static final String[][] WRONG = {
        {"--warmup", "--warmup"}, {"--warmup --gui", "--warmup"}, {"--warmup -Ja=b", "--warmup"},
        {"--warmup -h", "--warmup"}, {"--warmup soon", "soon"}, {"--warmup=", "--warmup"}, {"--warmup -1", "-1"},
        {"--warmup 1.5", "1.5"}, {"--warmup 86401", "86401"}, {"--warmup 99999999999", "99999999999"},
        {"--gui=yes", "--gui"}, {"--warmpu=5", "--warmup"}, {"--contender. a", "--contender.NAME"},
        {"--fast", "--users"}, {"-x", "-x"}, {"-J", "-J"}, {"-Jname", "name"}, {"tour story", "tour story"}};

    /** A mistyped option, and the suggestion; empty if there is none. */
    private static final String[][] NEAR = {
        {"--warmpu", "--warmup"}, {"--warmups", "--warmup"}, {"--warm", "--warmup"}, {"--wrmpu", ""},
        {"-users", "--users"}, {"--uesrs", "--users"}, {"--uses", "--users"},
        {"--wramuq", "--warmup"}, {"--wramqq", ""},
        {"--u", ""}, {"-x", ""}, {"--", ""}, {"--bogus", ""}, {"--warp-drive", ""}};

    @Test
    void aValueFollowsASpaceOrAnEqualsSign() throws Exception {
        for (String[] row : TYPED) {
            CommandLine line = parse(row[0]);
            assertEquals(row[1], line.options() + " " + line.word("plan", "-"), row[0]);
        }
    }

    private static CommandLine parse(String typed) throws UsageException {
        return CommandLine.parse(OPTIONS, typed.isEmpty() ? new String[0] : typed.split(" "));
    }

    @Test
    void errorsNameTheOptionAndTheValue() throws Exception {
        List<String> errors = new ArrayList<>();
        for (String[] row : WRONG) {
            String error = assertThrows(UsageException.class, () -> parse(row[0]).word("plan", "-")).getMessage();
            assertContains(row[1], error);
            errors.add(row[0] + " -> " + error);
        }
        errors.add("tour -> " + assertThrows(UsageException.class, () -> parse("tour").expectNoWord()).getMessage());
        Words.assertSame("command-line", "wrong options", String.join("\n", errors));
        parse("--gui").expectNoWord();
    }

    @Test
    void aShortListOfOptionsIsShownInsteadOfASuggestion() throws Exception {
        List<String> errors = new ArrayList<>();
        for (int count : new int[] {0, 10, 11}) {
            List<Option> options = IntStream.range(0, count).mapToObj(i -> Option.flag("--flag" + i, "")).toList();
            String error = assertThrows(UsageException.class, () -> CommandLine.parse(options, "--x")).getMessage();
            assertEquals(count == 10, error.contains("--flag9"), count + " options");
            errors.add(count + " options -> " + error);
        }
        Words.assertSame("command-line", "no option is near", String.join("\n", errors));
    }

    @Test
    void theUnitOfANumberIsInItsError() throws Exception {
        List<String> errors = new ArrayList<>();
        for (String unit : List.of("MS", "S", "SECONDS", "N")) {
            Option option = Option.number("--x", unit, "", 2, 30, "");
            for (String good : List.of("2", "30", "0000000002")) {
                assertEquals(good, option.check(good));
            }
            for (String bad : List.of("1", "31", "00000000002")) {
                errors.add(unit + ' ' + bad + " -> "
                        + assertThrows(UsageException.class, () -> option.check(bad)).getMessage());
            }
        }
        Words.assertSame("command-line", "units", String.join("\n", errors));
    }

    @Test
    void smallTyposGetASuggestion() {
        for (String[] row : NEAR) {
            assertEquals(row[1], Spelling.nearest(row[0], List.of("--warmup", "--users", "-J")).orElse(""), row[0]);
        }
    }

    @Test
    void helpIsRecognizedAnywhere() {
        for (String arguments : List.of("--help", "-h", "help", "tour --warmpu -h", "--warmup --help")) {
            assertEquals(true, CommandLine.wantsHelp(arguments.split(" ")), arguments);
        }
        for (String arguments : List.of("", "tour", "tour help", "--token=--help")) {
            assertEquals(false, CommandLine.wantsHelp(arguments.split(" ")), arguments);
        }
    }

    @Test
    void theLastValueCountsOrElseTheDefault() throws Exception {
        assertEquals(6, parse("--warmup 5 --warmup=6").number("--warmup", 7));
        assertEquals(7, parse("").number("--warmup", 7));
        assertEquals(9, parse("").number("--warmup"), "the option's default");
    }

    @Test
    void theUsageHasSyntaxDescriptionOptionsAndExitCodes() throws IOException {
        Tool tool = new Tool("fly", "fly HEIGHT [OPTIONS]\nfly --land", "Flies.\n", List.of(
                PROPERTY, Option.flag("--gui", "show windows"), Option.flag("--unexplained", ""),
                Option.number("--delay", "MS", "50", 0, 9, "how long" + " it waits".repeat(9))),
                "Exit codes: 0 ok.\n");
        String usage = tool.usage();
        List<Option> explained = tool.options().stream().filter(option -> !option.meaning().isEmpty()).toList();
        assertEquals(explained.stream().map(Option::synopsis).toList(),
                usage.lines().filter(line -> line.startsWith("  -")).map(line -> line.strip().split(" {2,}")[0])
                        .filter(option -> !option.startsWith("-h")).toList(), "the options that have a meaning");
        assertTrue(usage.lines().allMatch(line -> line.length() <= 100), "no line is longer than 100");
        Words.assertSame("command-line", "usage", usage);
    }

    @Test
    void linesAreWrappedBetweenWords() {
        assertEquals(List.of("  " + "a".repeat(98)), Tool.lines("  ", "a".repeat(98)), "as wide as a line");
        assertEquals(List.of("  " + "a".repeat(97), "  b"), Tool.lines("  ", "a".repeat(97) + " b"), "one more");
        assertEquals(List.of("  " + "a".repeat(96) + " b"), Tool.lines("  ", "a".repeat(96) + " b"), "just enough");
        assertEquals(List.of("  " + "a".repeat(150), "  b"), Tool.lines("  ", "a".repeat(150) + " b"), "a long word");
        assertEquals(List.of(""), Tool.lines("  ", ""), "no text");
    }

    @Test
    void missingFilesAndHostsAreNamed() throws Exception {
        List<IOException> failures = List.of(new UnknownHostException("nowhere"), new NoSuchFileException("plan"),
                new AccessDeniedException("results"),
                new FileSystemException("results", null, "Read-only file system"), new MalformedInputException(1),
                new IOException("plain"));
        Words.assertSame("command-line", "failures of files and hosts", failures.stream().map(failure ->
                failure.getClass().getSimpleName() + " -> " + Tool.reason(failure)).collect(Collectors.joining("\n")));
        assertEquals("plan: No space left on device",
                Tool.named(Path.of("plan"), new IOException("No space left on device")).getMessage());
        IOException names = new NoSuchFileException("plan");
        assertTrue(Tool.named(Path.of("other"), names) == names, "it names its file");
    }

    private interface Work {
        Tool.ExitCode run() throws Exception;
    }

    /** Other tests may print at the same time, so only lines that have {@code mark} count. */
    private static String printedBy(String mark, Work work) throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        Printed printed = new Printed();
        System.setOut(printed);
        System.setErr(printed);
        try {
            Tool.ExitCode code = work.run();
            return printed.toString().lines().filter(line -> line.contains(mark))
                    .collect(Collectors.joining("\n", "", "\nexit code " + code.code()));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void aToolReportsWhatIsWrongAndEndsWithItsCode() throws Exception {
        Tool tool = new Tool("fly_test", "fly_test HEIGHT\nfly_test --land", "", OPTIONS, "");
        Words.assertSame("command-line", "a tool's errors", String.join("\n",
                printedBy("fly_test", () -> tool.run(new String[] {"--warmup"}, _ -> Tool.ExitCode.OK)),
                printedBy("fly_test", () -> tool.run(new String[] {"up"}, _ -> {
                    throw new NoSuchFileException("height");
                })),
                printedBy("fly_test", () -> tool.run(new String[] {"--help"}, _ -> Tool.ExitCode.FAILED)),
                printedBy("fly_test", () -> tool.run(new String[0], _ -> Tool.ExitCode.UNDECIDED))));
    }

    /** Other people's texts reach the terminal in many places, and U+009B is as good as ESC [. */
    @Test
    void noCommandShowsControlCharacters() throws Exception {
        assertContains("\ufffd2J\tprintf\n\ufffd]0;println\ufffd\n\ufffdobject", printedBy("", () ->
                new Tool("x", "x", "", List.of(), "").run(new String[0], _ -> {
                    System.out.printf("%s\tprintf%n", "\u009b2J");
                    System.out.println("\u001b]0;println\u0007");
                    System.out.println(new StringBuilder("\robject"));
                    return Tool.ExitCode.OK;
                })));
    }
}
