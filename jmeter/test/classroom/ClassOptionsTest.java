package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import testing.Test;

/** What may be typed after {@code ./run.sh class}. */
class ClassOptionsTest {
    /** What is typed, and a word of what is said of it. */
    private static final String[][] WRONG = {
        {"--vote-port 9", "--bind ADDRESS"},
        {"--bind=", "not: nothing"},
        {"--bind 224.0.0.1", "not: 224.0.0.1"},
        {"--bind 255.255.255.255", "not: 255.255.255.255"},
        {"--bind 127.0.0.1 --port 8091", "two ports"},
        {"--bind nowhere.invalid", "not: nowhere.invalid"},
        {"--answers --worksheet", "one at a time"},
        {"--seed -1", "--seed takes"},
        {"three", "options only"}};

    @Test
    void whatCannotBeIsRefused() {
        for (String[] row : WRONG) {
            UsageException refused = assertThrows(UsageException.class, () ->
                    Classroom.check(CommandLine.parse(Classroom.TOOL.options(), row[0].split(" "))));
            assertContains(row[1], refused.getMessage());
        }
    }

    @Test
    void withoutOptionsThePageIsOnItsPortAndHasThePrintedNumbers() throws Exception {
        CommandLine line = CommandLine.parse(Classroom.TOOL.options());
        Classroom.check(line);
        assertEquals(8090, line.number("--port"));
        assertEquals(0, line.number("--seed"));
    }
}
