package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.commandline.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Mode;
import serviceone.server.Settings;
import serviceone.status.Watching.Ports;
import testing.Test;

class OptionsTest {
    /** Where each option that is a number ends up. */
    private static final Map<String, Function<Options, Object>> NUMBERS = Map.ofEntries(
            Map.entry("--threads", Options::size),
            Map.entry("--admin-port", o -> o.ports().admin()),
            Map.entry("--jmx-port", o -> o.ports().jmx()),
            Map.entry("--queue", o -> o.settings().queue()),
            Map.entry("--max-connections", o -> o.settings().maxConnections()),
            Map.entry("--backlog", o -> o.settings().backlog()),
            Map.entry("--request-line-bytes", o -> o.settings().limits().startLine()),
            Map.entry("--header-bytes", o -> o.settings().limits().headers()),
            Map.entry("--header-fields", o -> o.settings().limits().headerFields()),
            Map.entry("--body-bytes", o -> o.settings().limits().body()),
            Map.entry("--request-timeout", o -> o.settings().requestMillis()),
            Map.entry("--queue-timeout", o -> o.settings().queueMillis()),
            Map.entry("--idle-timeout", o -> o.settings().idleMillis()),
            Map.entry("--write-timeout", o -> o.settings().writeMillis()),
            Map.entry("--drain-timeout", o -> o.settings().shutdownMillis()),
            Map.entry("--connect-timeout", o -> unchecked(o).connectMillis()),
            Map.entry("--answer-timeout", o -> unchecked(o).answerMillis()),
            Map.entry("--max-calls", o -> unchecked(o).limit().most()));

    private static ServiceTwoAddress unchecked(Options options) {
        try {
            return options.serviceTwo().getFirst();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachNumberGoesWhereItBelongs() throws Exception {
        for (Map.Entry<String, Function<Options, Object>> entry : NUMBERS.entrySet()) {
            String flag = entry.getKey();
            assertEquals(77, entry.getValue().apply(Options.parse("pool", flag, "77")), flag);
            assertEquals(77, entry.getValue().apply(Options.parse(flag + "=77", "pool")), flag + "=77");
        }
    }

    @Test
    void theDefaultsAreThoseOfTheSettings() throws Exception {
        Options options = Options.parse("pool");
        assertEquals(Settings.DEFAULTS, options.settings());
        assertEquals(200, options.size(), "the pool's threads");
        assertEquals("127.0.0.1", options.address().getAddress().getHostAddress());
        assertEquals(8082, options.address().getPort());
        assertEquals(8087, options.serviceTwo().getFirst().address().getPort());
        assertEquals(new Ports(8083, true, 0), options.ports(), "the usual page's port or any, and no JMX");
        assertEquals(new Ports(8083, false, 0), Options.parse("pool", "--admin-port", "8083").ports(), "as asked for");
        for (String flag : List.of("--open", "--until-stdin-closes")) {
            assertTrue(!options.has(flag) && Options.parse("pool", flag).has(flag), flag);
        }
    }

    @Test
    void aModeHasItsOwnSize() throws Exception {
        assertEquals(3, Options.parse("async", "--loops", "3", "--threads", "9").size(), "loops");
        assertEquals(Runtime.getRuntime().availableProcessors(), Options.parse("async").size(), "a loop per core");
        assertEquals(Mode.LOOM, Options.parse("--port", "0", "loom").mode());
    }

    @Test
    void theUsageNamesEveryOptionAndItsDefault() {
        for (Option option : Options.ALL) {
            assertContains("  " + option.name() + " ", Options.TOOL.usage());
        }
        assertContains("-h, --help", Options.TOOL.usage());
        for (String standard : List.of("(8082)", "(8083)", "(127.0.0.1:8087)", "(200)", "(10000)", "(1024)", "(30000)",
                "(2000)", "(none)")) {
            assertContains(standard, Options.TOOL.usage());
        }
    }

    private record Bad(String message, String... arguments) {
    }

    @Test
    void serviceTwosPlaceMayBeTheFirstLineOfAFile() throws Exception {
        Path file = Files.createTempFile("any\nplace", "");
        try {
            Options options = Options.parse("loom", "--service-two", "@" + file);
            Files.writeString(file, "localhost:77\nmore\n");
            assertEquals(77, options.serviceTwo().getFirst().address().getPort());
            assertEquals("localhost:77", options.serviceTwo().getFirst().host());
            Files.writeString(file, "\n");
            assertTrue(options.serviceTwo().isEmpty(), "there is none, which has been told");
            for (String wrong : List.of("", "77\n", "localhost:65536\n")) {
                Files.writeString(file, wrong);
                String says = assertThrows(IOException.class, options::serviceTwo).getMessage();
                assertEquals("--service-two @" + file + ": its first line is no HOST:PORT", says, wrong);
            }
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void whatCannotBeTakenIsNamedWithWhatItTakes() {
        Bad[] table = {
            new Bad("--threads takes a number from 1 to 100000, not: 0", "--threads", "0"),
            new Bad("--port takes a number from 0 to 65535, not: 65536", "--port", "65536"),
            new Bad("--jmx-port takes a number from 1 to 65535, not: 0", "--jmx-port", "0"),
            new Bad("--service-two takes HOST:PORT, or @FILE", "--service-two"),
            new Bad("--service-two takes HOST:PORT, or @FILE, not: 8087", "--service-two", "8087"),
            new Bad("--service-two takes HOST:PORT, or @FILE, not: a b:1", "--service-two", "a b:1"),
            new Bad("--service-two takes HOST:PORT, or @FILE, not: a:65536", "--service-two", "a:65536"),
            new Bad("--bind takes an address of this machine", "--bind", "--port", "0"),
            new Bad("no such option: --max-connection; did you mean --max-connections?", "--max-connection=1")};
        for (Bad row : table) {
            String[] arguments = Stream.concat(Stream.of("pool"), Stream.of(row.arguments)).toArray(String[]::new);
            assertEquals(row.message, assertThrows(UsageException.class, () -> Options.parse(arguments)).getMessage());
        }
    }

    static String modes(String separator) {
        return Stream.of(Mode.values()).map(Mode::label).collect(Collectors.joining(separator));
    }

    @Test
    void oneModeIsNeeded() {
        Bad[] table = {
            new Bad("which mode? one of " + modes(", ")),
            new Bad("no such mode: threads; one of " + modes(", "), "threads"),
            new Bad("one mode at a time: pool or loom", "pool", "loom"),
            new Bad("one mode at a time: loom or extra", "loom", "extra")};
        for (Bad row : table) {
            UsageException failure = assertThrows(UsageException.class, () -> Options.parse(row.arguments));
            assertEquals(row.message, failure.getMessage());
        }
    }
}
