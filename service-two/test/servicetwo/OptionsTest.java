package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.util.List;
import testing.Test;

class OptionsTest {
    @Test
    void theDefaultsAreThoseOfTheUsage() throws Exception {
        assertEquals(new Options(8087, "127.0.0.1", 50, 333, 0, false), Options.parse());
        for (String standard : List.of("(8087)", "(127.0.0.1)", "(50)", "(333)", "(0)")) {
            assertContains(standard, Options.USAGE);
        }
    }

    @Test
    void eachOptionIsTaken() throws Exception {
        assertEquals(new Options(1, "::1", 2, 3, 4, true), Options.parse("--port", "1", "--bind", "::1", "--delay=2",
                "--stage-delay", "3", "--until-stdin-closes", "--authorize-permits=4"));
    }

    private record Bad(String message, String... arguments) {
    }

    @Test
    void whatCannotBeTakenIsNamedWithWhatItTakes() {
        Bad[] table = {
            new Bad("--port takes a number from 0 to 65535, not: 65536", "--port", "65536"),
            new Bad("--port takes a number from 0 to 65535", "--port"),
            new Bad("--delay takes a number from 0 to 600000, not: -1", "--delay=-1"),
            new Bad("--stage-delay takes a number from 0 to 600000, not: x", "--stage-delay", "x"),
            new Bad("--authorize-permits takes a number from 0 to 1000000, not: 1.5", "--authorize-permits", "1.5"),
            new Bad("--bind takes a value: ADDRESS", "--bind"),
            new Bad("--bind takes a value: ADDRESS, not: ", "--bind="),
            new Bad("--until-stdin-closes takes no value", "--until-stdin-closes=yes"),
            new Bad("no such option: --bogus", "--bogus", "1"),
            new Bad("no such option: word", "word")};
        for (Bad row : table) {
            var failure = assertThrows(Options.UsageException.class, () -> Options.parse(row.arguments));
            assertEquals(row.message, failure.getMessage());
        }
    }
}
