package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine;
import common.commandline.UsageException;
import testing.Test;

/** What may be typed after {@code ./run.sh class}. */
class ClassOptionsTest {
    private static ClassOptions options(String typed) throws UsageException {
        return ClassOptions.of(CommandLine.parse(ClassOptions.TOOL.options(),
                typed.isEmpty() ? new String[0] : typed.split(" ")));
    }

    @Test
    void withoutOptionsThePageIsOnItsPortAndNobodyVotes() throws Exception {
        ClassOptions options = options("");
        assertEquals(8090, options.port());
        assertEquals(0L, options.seed(), "the printed numbers");
        boolean more = options.open() || options.answers() || options.worksheet();
        assertTrue(options.bind().isEmpty() && !more, options.toString());
    }

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
            UsageException refused = assertThrows(UsageException.class, () -> options(row[0]));
            assertContains(row[1], refused.getMessage());
        }
    }
}
