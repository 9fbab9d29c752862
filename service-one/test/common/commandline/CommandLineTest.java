package common.commandline;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import java.util.List;
import testing.Test;

/** The one dialect of all commands. */
class CommandLineTest {
    private static final List<Option> OPTIONS = List.of(Option.property(""), Option.flag("--gui", ""),
            Option.number("--warmup", "SECONDS", "", 0, 86_400, ""), Option.numbers("--users", "LIST", "", 1, 100, ""),
            Option.text("--token", "TEXT", "", "a text", ""), Option.text("--contender.", "MODE", "", "a mode", ""));

    /** What is typed, and the options, properties and words that it is taken for. */
    private static final String[][] TAKEN = {
        {"", "{} {} -"},
        {"tour", "{} {} tour"},
        {"--warmup 5", "{--warmup=[5]} {} -"},
        {"--warmup=5 tour", "{--warmup=[5]} {} tour"},
        {"tour --gui --warmup 86400", "{--gui=[], --warmup=[86400]} {} tour"},
        {"--warmup 5 --warmup 6", "{--warmup=[5, 6]} {} -"},
        {"--users 1,100", "{--users=[1,100]} {} -"},
        {"--users=", "{--users=[]} {} -"},
        {"--token=a=b", "{--token=[a=b]} {} -"},
        {"--token=--gui", "{--token=[--gui]} {} -"},
        {"--token -x", "{--token=[-x]} {} -"},
        {"--contender.x loom --contender.y=pool", "{--contender.x=[loom], --contender.y=[pool]} {} -"},
        {"-Ja=b -J c=d=e", "{} {a=b, c=d=e} -"},
        {"-h --help", "{} {} -"},
    };

    /** What is typed, and what is said to be wrong. */
    private static final String[][] REFUSED = {
        {"--warmup", "--warmup takes a number of seconds from 0 to 86400"},
        {"--warmup --gui", "--warmup takes a number of seconds from 0 to 86400"},
        {"--warmup -Ja=b", "--warmup takes a number of seconds from 0 to 86400"},
        {"--warmup soon", "--warmup takes a number of seconds from 0 to 86400, not: soon"},
        {"--warmup=", "--warmup takes a number of seconds from 0 to 86400, not: nothing"},
        {"--warmup -1", "--warmup takes a number of seconds from 0 to 86400, not: -1"},
        {"--warmup 1.5", "--warmup takes a number of seconds from 0 to 86400, not: 1.5"},
        {"--warmup 86401", "--warmup takes a number of seconds from 0 to 86400, not: 86401"},
        {"--warmup 99999999999", "--warmup takes a number of seconds from 0 to 86400, not: 99999999999"},
        {"--users 5,0", "--users takes a number from 1 to 100, or several, separated by commas, not: 5,0"},
        {"--gui=yes", "--gui takes no value"},
        {"--warmpu 5", "no such option: --warmpu; did you mean --warmup?"},
        {"--warmpu=5", "no such option: --warmpu; did you mean --warmup?"},
        {"--contender. a", "no such option: --contender.; did you mean --contender.NAME?"},
        {"--fast", "no such option: --fast; there are -J, --gui, --warmup, --users, --token, --contender.NAME"},
        {"--user 5", "no such option: --user; did you mean --users?"},
        {"-x", "no such option: -x; there are -J, --gui, --warmup, --users, --token, --contender.NAME"},
        {"-J", "-J takes a property: -Jname=value"},
        {"-J=5", "-J takes a property: -Jname=value"},
        {"-Jname", "-Jname takes a value: -Jname=value"},
        {"-Jname=", "-Jname takes a value: -Jname=value"},
        {"tour story", "one plan at a time: tour or story"},
    };

    /** What is typed, and which of {@code --warmup}, {@code --users} and {@code -J} it was probably meant for. */
    private static final String[][] NEAR = {
        {"--warmpu", "--warmup"}, {"--warmups", "--warmup"}, {"--warm", "--warmup"}, {"--wrmpu", ""},
        {"-users", "--users"}, {"--uesrs", "--users"}, {"--uses", "--users"},
        {"--u", ""}, {"-x", ""}, {"--", ""}, {"--bogus", ""}, {"--warp-drive", ""}};

    @Test
    void aSlipIsGuessedAndMoreThanThatIsNot() {
        for (String[] row : NEAR) {
            assertEquals(row[1], Spelling.nearest(row[0], List.of("--warmup", "--users", "-J")).orElse(""), row[0]);
        }
    }

    @Test
    void takesBothSpellings() throws Exception {
        for (String[] row : TAKEN) {
            assertEquals(row[1], taken(row[0]), row[0]);
        }
    }

    @Test
    void refusesInOneLineThatNamesTheOption() {
        for (String[] row : REFUSED) {
            assertEquals(row[1], assertThrows(UsageException.class, () -> taken(row[0])).getMessage(), row[0]);
        }
    }

    @Test
    void helpIsAskedForAnywhere() {
        for (String arguments : List.of("--help", "-h", "help", "tour --warmpu -h", "--warmup --help")) {
            assertEquals(true, CommandLine.wantsHelp(arguments.split(" ")), arguments);
        }
        for (String arguments : List.of("", "tour", "tour help", "--token=--help")) {
            assertEquals(false, CommandLine.wantsHelp(arguments.split(" ")), arguments);
        }
    }

    @Test
    void aCommandMayTakeNoWord() throws Exception {
        CommandLine line = CommandLine.parse(OPTIONS, "tour");
        assertEquals("takes options only, not: tour", assertThrows(UsageException.class, line::expectNoWord)
                .getMessage());
        CommandLine.parse(OPTIONS, "--gui").expectNoWord();
    }

    @Test
    void theLastOfSeveralValuesCounts() throws Exception {
        CommandLine line = CommandLine.parse(OPTIONS, "--warmup", "5", "--warmup=6");
        assertEquals(6, line.number("--warmup", 7));
        assertEquals(7, CommandLine.parse(OPTIONS).number("--warmup", 7));
    }

    @Test
    void theStandardCountsWhereNothingIsGiven() throws Exception {
        List<Option> options = List.of(Option.number("--delay", "MS", "50", 0, 99, "how long it waits"));
        assertEquals(50, CommandLine.parse(options).number("--delay"));
        assertEquals(7, CommandLine.parse(options, "--delay", "7").number("--delay"));
        assertEquals("--delay takes a number of milliseconds from 0 to 99", assertThrows(UsageException.class,
                () -> CommandLine.parse(options, "--delay")).getMessage());
    }

    private static String taken(String typed) throws UsageException {
        CommandLine line = CommandLine.parse(OPTIONS, typed.isEmpty() ? new String[0] : typed.split(" "));
        return line.options() + " " + line.properties() + " " + line.word("plan", "-");
    }
}
