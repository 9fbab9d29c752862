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
        assertEquals(new Options(1, "::1", 2, 3, 4, true), Options.parse("--port", "1", "--bind", "::1", "--delay", "2",
                "--stage-delay", "3", "--until-stdin-closes", "--authorize-permits", "4"));
    }

    @Test
    void whatCannotBeTakenIsNamed() {
        for (List<String> line : List.of(List.of("--port", "65536"), List.of("--delay", "-1"), List.of("--stage-delay", "x"),
                List.of("--authorize-permits", "1.5"), List.of("--bogus", "1"), List.of("--port"), List.of("word"))) {
            Options.UsageException e = assertThrows(Options.UsageException.class, () -> Options.parse(line.toArray(String[]::new)));
            assertContains(line.getFirst(), e.getMessage());
        }
    }
}
