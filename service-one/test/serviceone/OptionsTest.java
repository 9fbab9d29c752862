package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import serviceone.Options.Option;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Mode;
import serviceone.server.Settings;
import testing.Test;

class OptionsTest {
    /** Where each option that is a number ends up. */
    private static final Map<Option, Function<Options, Object>> NUMBERS = Map.ofEntries(
            Map.entry(Option.THREADS, Options::size),
            Map.entry(Option.QUEUE, o -> o.settings().queue()),
            Map.entry(Option.MAX_CONNECTIONS, o -> o.settings().maxConnections()),
            Map.entry(Option.BACKLOG, o -> o.settings().backlog()),
            Map.entry(Option.REQUEST_LINE_BYTES, o -> o.settings().limits().startLine()),
            Map.entry(Option.HEADER_BYTES, o -> o.settings().limits().headers()),
            Map.entry(Option.HEADER_FIELDS, o -> o.settings().limits().headerFields()),
            Map.entry(Option.BODY_BYTES, o -> o.settings().limits().body()),
            Map.entry(Option.REQUEST_TIMEOUT, o -> o.settings().requestMillis()),
            Map.entry(Option.IDLE_TIMEOUT, o -> o.settings().idleMillis()),
            Map.entry(Option.WRITE_TIMEOUT, o -> o.settings().writeMillis()),
            Map.entry(Option.DRAIN_TIMEOUT, o -> o.settings().drainMillis()),
            Map.entry(Option.CONNECT_TIMEOUT, o -> unchecked(o).connectMillis()),
            Map.entry(Option.ANSWER_TIMEOUT, o -> unchecked(o).answerMillis()));

    private static ServiceTwoAddress unchecked(Options options) {
        try {
            return options.serviceTwo();
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachNumberGoesWhereItBelongs() throws Exception {
        for (Map.Entry<Option, Function<Options, Object>> entry : NUMBERS.entrySet()) {
            Options options = Options.parse("pool", entry.getKey().flag(), "77");
            assertEquals(77, entry.getValue().apply(options), entry.getKey().flag());
            assertEquals(77, entry.getValue().apply(Options.parse(entry.getKey().flag() + "=77", "pool")), entry.getKey().flag() + "=77");
        }
    }

    @Test
    void theDefaultsAreThoseOfTheSettings() throws Exception {
        Options options = Options.parse("pool");
        assertEquals(Settings.DEFAULTS, options.settings());
        assertEquals(200, options.size(), "the pool's threads");
        assertEquals("127.0.0.1", options.address().getAddress().getHostAddress());
        assertEquals(8082, options.address().getPort());
        assertEquals(8087, options.serviceTwo().address().getPort());
    }

    @Test
    void aModeHasItsOwnSize() throws Exception {
        assertEquals(3, Options.parse("async", "--loops", "3", "--threads", "9").size(), "loops");
        assertEquals(Runtime.getRuntime().availableProcessors(), Options.parse("async").size(), "a loop per core");
        assertEquals(Mode.LOOM, Options.parse("--port", "0", "loom").mode());
    }

    @Test
    void theUsageNamesEveryOptionAndItsDefault() {
        for (Option option : Option.values()) {
            assertContains("  " + option.flag() + " ", Options.usage());
        }
        for (String standard : List.of("(8082)", "(127.0.0.1:8087)", "(200)", "(10000)", "(1024)", "(30000)", "(2000)")) {
            assertContains(standard, Options.usage());
        }
    }

    @Test
    void whatCannotBeTakenIsNamed() {
        for (List<String> line : List.of(List.of("--threads", "0"), List.of("--threads", "x"), List.of("--threads", "-1"),
                List.of("--port", "65536"), List.of("--port", "99999999999"), List.of("--service-two", "8087"),
                List.of("--service-two", "a b:1"), List.of("--bogus", "1"), List.of("--bogus=1"), List.of("--queue"))) {
            String[] arguments = Stream.concat(Stream.of("pool"), line.stream()).toArray(String[]::new);
            Options.UsageException e = assertThrows(Options.UsageException.class, () -> Options.parse(arguments));
            assertContains(line.getFirst().split("=")[0], e.getMessage());
        }
    }

    @Test
    void oneModeIsNeeded() throws Exception {
        assertContains("which mode", assertThrows(Options.UsageException.class, () -> Options.parse()).getMessage());
        assertContains("no such mode", assertThrows(Options.UsageException.class, () -> Options.parse("threads")).getMessage());
        assertContains("one mode", assertThrows(Options.UsageException.class, () -> Options.parse("pool", "loom")).getMessage());
        assertTrue(Options.parse("--help").has(Option.HELP), "help needs none");
    }
}
