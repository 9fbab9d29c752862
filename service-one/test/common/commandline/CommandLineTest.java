package common.commandline;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.commandline.CommandLine.UsageException;
import testing.Test;

class CommandLineTest {
    private static final Option PROPERTY = new Option("-J", "name=value", "", "a property",
            text -> text.contains("="), "a property");
    private static final List<Option> OPTIONS = List.of(PROPERTY, Option.flag("--gui", ""),
            Option.number("--warmup", "SECONDS", "9", 0, 86_400, ""), Option.text("--users", "LIST", "", "numbers", ""),
            Option.text("--token", "TEXT", "", "a text", ""), Option.text("--contender.", "MODE", "", "a mode", ""));

    private static final String SECONDS = "--warmup takes a number of seconds from 0 to 86400";
    private static final String ALL = "; there are -J, --gui, --warmup, --users, --token, --contender.NAME";

    /** A command line, and its options and word, or the error message. */
    private static final String[][] TYPED = {
        {"", "{} -"}, {"tour", "{} tour"}, {"-h --help", "{} -"},
        {"tour --gui --warmup 86400", "{--gui=[], --warmup=[86400]} tour"},
        {"--warmup=5 tour --warmup 6", "{--warmup=[5, 6]} tour"},
        {"--users 1,100", "{--users=[1,100]} -"}, {"--users=", "{--users=[]} -"},
        {"--token=a=b", "{--token=[a=b]} -"}, {"--token=--gui", "{--token=[--gui]} -"},
        {"--token -x", "{--token=[-x]} -"}, {"-Ja=b -J c=d=e", "{-J=[a=b, c=d=e]} -"},
        {"--contender.x loom --contender.y=pool", "{--contender.x=[loom], --contender.y=[pool]} -"},
        {"--warmup", SECONDS}, {"--warmup --gui", SECONDS}, {"--warmup -Ja=b", SECONDS},
        {"--warmup soon", SECONDS + ", not: soon"}, {"--warmup=", SECONDS + ", not: nothing"},
        {"--warmup -1", SECONDS + ", not: -1"}, {"--warmup 1.5", SECONDS + ", not: 1.5"},
        {"--warmup 86401", SECONDS + ", not: 86401"}, {"--warmup 99999999999", SECONDS + ", not: 99999999999"},
        {"--gui=yes", "--gui takes no value"},
        {"--warmpu=5", "no such option: --warmpu; did you mean --warmup?"},
        {"--contender. a", "no such option: --contender.; did you mean --contender.NAME?"},
        {"--fast", "no such option: --fast" + ALL}, {"-x", "no such option: -x" + ALL},
        {"-J", "-J takes a property"}, {"-Jname", "-J takes a property, not: name"},
        {"tour story", "give only one plan, not: tour story"}};

    /** A mistyped option, and the suggestion; empty if there is none. */
    private static final String[][] NEAR = {
        {"--warmpu", "--warmup"}, {"--warmups", "--warmup"}, {"--warm", "--warmup"}, {"--wrmpu", ""},
        {"-users", "--users"}, {"--uesrs", "--users"}, {"--uses", "--users"},
        {"--u", ""}, {"-x", ""}, {"--", ""}, {"--bogus", ""}, {"--warp-drive", ""}};

    @Test
    void aValueFollowsASpaceOrAnEqualsSignAndErrorsNameTheOption() {
        for (String[] row : TYPED) {
            assertEquals(row[1], result(row[0]), row[0]);
        }
    }

    private static CommandLine parse(String typed) throws UsageException {
        return CommandLine.parse(OPTIONS, typed.isEmpty() ? new String[0] : typed.split(" "));
    }

    private static String result(String typed) {
        try {
            CommandLine line = parse(typed);
            return line.options() + " " + line.word("plan", "-");
        } catch (UsageException e) {
            return e.getMessage();
        }
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
        parse("--gui").expectNoWord();
        assertEquals("takes options only, not: tour", assertThrows(UsageException.class,
                () -> parse("tour").expectNoWord()).getMessage());
    }

    @Test
    void theUsageHasSyntaxDescriptionOptionsAndExitCodes() {
        Tool tool = new Tool("fly", "fly HEIGHT [OPTIONS]\nfly --land", "Flies.\n", List.of(
                PROPERTY, Option.flag("--gui", "show windows"), Option.flag("--unexplained", ""),
                Option.number("--delay", "MS", "50", 0, 9, "how long" + " it waits".repeat(9))),
                "Exit codes: 0 ok.\n");
        assertEquals("""
                usage: ./run.sh fly HEIGHT [OPTIONS]
                       ./run.sh fly --land

                Flies.

                  -Jname=value             a property
                  --gui                    show windows
                  --delay MS               how long it waits it waits it waits it waits it waits it waits it waits
                                           it waits it waits (50)
                  -h, --help               print this and exit

                Exit codes: 0 ok.
                """, tool.usage());
    }

    @Test
    void missingFilesAndHostsAreNamed() {
        Map<IOException, String> table = Map.of(
                new UnknownHostException("nowhere"), "nowhere: no such host",
                new NoSuchFileException("plan"), "no such file: plan",
                new AccessDeniedException("results"), "no permission to read or write: results",
                new FileSystemException("results", null, "Read-only file system"), "results: Read-only file system");
        table.forEach((failure, message) -> assertEquals(message, Tool.reason(failure)));
    }

    /** Other people's texts reach the terminal in many places, and U+009B is as good as ESC [. */
    @Test
    void noCommandShowsControlCharacters() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setOut(new PrintStream(shown, true, StandardCharsets.UTF_8));
        try {
            new Tool("x", "x", "", List.of(), "").run(new String[0], line -> {
                System.out.printf("%s\tprintf%n", "\u009b2J");
                System.out.println("\u001b]0;println\u0007");
                System.out.println(new StringBuilder("\robject"));
                return Tool.ExitCode.OK;
            });
        } finally {
            System.setOut(before);
        }
        assertContains("\ufffd2J\tprintf\n\ufffd]0;println\ufffd\n\ufffdobject\n",
                shown.toString(StandardCharsets.UTF_8));
    }
}
