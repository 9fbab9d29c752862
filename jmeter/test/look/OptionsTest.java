package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.util.List;
import serviceone.options.UsageException;
import testing.Test;

class OptionsTest {
    private record Good(Options expected, String... arguments) {
    }

    private record Bad(String message, String... arguments) {
    }

    @Test
    void whatIsTaken() throws Exception {
        Good[] table = {
            new Good(new Options(Options.Command.THREADS, 20, 0, 0, false), "threads"),
            new Good(new Options(Options.Command.JFR, 5, 0, 0, false), "jfr", "5"),
            new Good(new Options(Options.Command.JFR, 5, 0, 8082, false), "jfr", "--port=8082", "5"),
            new Good(new Options(Options.Command.VISUALVM, 20, 77, 0, false), "visualvm", "--pid", "77"),
            new Good(new Options(Options.Command.VISUALVM, 20, 0, 0, true), "visualvm", "--which"),
            new Good(new Options(Options.Command.TRACE, 20, 0, 0, false), "trace")};
        for (Good row : table) {
            assertEquals(row.expected, Options.parse(List.of(row.arguments)));
        }
    }

    @Test
    void whatIsNotTakenIsNamed() {
        Bad[] table = {
            new Bad("which command? one of threads, jfr, jconsole, visualvm, trace"),
            new Bad("no such command: top", "top"),
            new Bad("SECONDS takes a number from 1 to 3600, not: 0", "jfr", "0"),
            new Bad("SECONDS takes a number from 1 to 3600, not: soon", "jfr", "soon"),
            new Bad("takes options only, not: 5", "threads", "5"),
            new Bad("no such option: --fast", "jfr", "--fast"),
            new Bad("no such option: --prot; did you mean --port?", "jfr", "--prot=1"),
            new Bad("no such option: --which", "jconsole", "--which"),
            new Bad("takes options only, not: x", "trace", "x"),
            new Bad("no such option: --pid", "trace", "--pid", "1"),
            new Bad("--port takes a number from 1 to 65535", "threads", "--port"),
            new Bad("--port takes a number from 1 to 65535, not: 70000", "threads", "--port", "70000")};
        for (Bad row : table) {
            UsageException failure = assertThrows(UsageException.class, () -> Options.parse(List.of(row.arguments)));
            assertContains(row.message, failure.getMessage());
        }
    }
}
