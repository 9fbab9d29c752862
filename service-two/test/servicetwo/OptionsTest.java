package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import servicetwo.Options.Faults;
import testing.Test;

class OptionsTest {
    @Test
    void theDefaultsAreThoseOfTheUsage() throws Exception {
        assertEquals(new Options(8087, "127.0.0.1", 50, 333, 0, false), Options.defaults().with());
        for (String standard : List.of("(8087)", "(127.0.0.1)", "(50)", "(333)", "(0)")) {
            assertContains(standard, Options.TOOL.usage());
        }
    }

    @Test
    void eachOptionIsTaken() throws Exception {
        Options expected = new Options(1, "::1", 2, 3, 4, new Faults(5, 6, 7, 8, 9), true);
        assertEquals(expected, Options.defaults().with("--port", "1", "--bind", "::1", "--delay=2", "--stage-delay",
                "3", "--until-stdin-closes", "--authorize-permits=4", "--error-percent", "5", "--hang-percent=6",
                "--reset-percent", "7", "--jitter", "8", "--slow-start=9"));
    }

    @Test
    void itsPortMayBeCalledAsRunShDoes() throws Exception {
        assertEquals(7, Options.defaults().with("--service-two-port=7").port());
    }

    private static final Pattern OPTION = Pattern.compile("(?m)^ +(--[a-z-]+)");

    /** run.sh sorts the options of a mode into the two services' own, by a list of its own; its usage is our own. */
    @Test
    void runShKnowsWhatConcernsTheServiceTwoThatItStarts() throws Exception {
        String script = Files.readString(Path.of(System.getProperty("repository"), "run.sh"));
        String sorted = script.substring(script.indexOf("--service-two-port|"));
        String cases = sorted.substring(0, sorted.indexOf(')'));
        List<String> own = List.of("--port", "--bind", "--until-stdin-closes");
        for (String option : OPTION.matcher(Options.TOOL.usage()).results().map(found -> found.group(1)).toList()) {
            if (!own.contains(option)) {
                assertTrue(List.of(cases.split("[|\\\\\\s]+")).contains(option), "run.sh takes " + option);
            }
        }
    }

    private record Bad(String message, String... arguments) {
    }

    @Test
    void whatCannotBeTakenIsNamedWithWhatItTakes() {
        Bad[] table = {
            new Bad("--port takes a number from 0 to 65535, not: 65536", "--port", "65536"),
            new Bad("--port takes a number from 0 to 65535", "--port"),
            new Bad("--service-two-port takes a number from 0 to 65535, not: x", "--service-two-port=x"),
            new Bad("--delay takes a number of milliseconds from 0 to 600000, not: -1", "--delay=-1"),
            new Bad("--stage-delay takes a number of milliseconds from 0 to 600000, not: x", "--stage-delay", "x"),
            new Bad("--authorize-permits takes a number from 0 to 1000000, not: 1.5", "--authorize-permits", "1.5"),
            new Bad("--error-percent takes a number from 0 to 100, not: 101", "--error-percent", "101"),
            new Bad("--hang-percent takes a number from 0 to 100", "--hang-percent"),
            new Bad("--reset-percent takes a number from 0 to 100, not: half", "--reset-percent=half"),
            new Bad("--error-percent, --hang-percent and --reset-percent take 100 together at most",
                    "--error-percent", "34", "--hang-percent", "33", "--reset-percent", "34"),
            new Bad("--jitter takes a number of milliseconds from 0 to 600000, not: -1", "--jitter=-1"),
            new Bad("--slow-start takes a number of seconds from 0 to 3600, not: 3601", "--slow-start", "3601"),
            new Bad("--bind takes an address of this machine", "--bind"),
            new Bad("--bind takes an address of this machine, not: nothing", "--bind="),
            new Bad("--until-stdin-closes takes no value", "--until-stdin-closes=yes"),
            new Bad("no such option: --bogus", "--bogus", "1"),
            new Bad("takes options only, not: word", "word")};
        for (Bad row : table) {
            var failure = assertThrows(UsageException.class, () -> Options.defaults().with(row.arguments));
            assertEquals(row.message, failure.getMessage());
        }
    }
}
