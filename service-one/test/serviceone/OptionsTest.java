package serviceone;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.http.Response;
import common.mode.Mode;
import serviceone.calls.ServiceTwoAddress;
import serviceone.routes.Computing;
import serviceone.server.Settings;
import serviceone.status.Watching.Ports;
import servicetwo.ServiceTwo;
import testing.Test;
import testing.Words;

class OptionsTest {
    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern QUANTITY = Pattern.compile("([\\d,]*\\d)( s| KB| MB)?|none");
    private static final Map<String, Integer> UNITS = Map.of(" s", 1_000, " KB", 1 << 10, " MB", 1 << 20);

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
            Map.entry("--shutdown-timeout", o -> o.settings().shutdownMillis()),
            Map.entry("--connect-timeout", o -> serviceTwo(o).connectMillis()),
            Map.entry("--answer-timeout", o -> serviceTwo(o).answerMillis()),
            Map.entry("--call-idle-timeout", o -> serviceTwo(o).idleMillis()),
            Map.entry("--max-calls", o -> serviceTwo(o).limit().most()),
            Map.entry("--max-calls-wait", o -> serviceTwo(o).limit().waitMillis()));

    static Options parse(String... arguments) throws UsageException {
        return Options.of(CommandLine.parse(Options.TOOL.options(), arguments));
    }

    private static ServiceTwoAddress serviceTwo(Options options) {
        try {
            return options.serviceTwo().getFirst();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachNumericOptionSetsItsValue() throws Exception {
        for (Map.Entry<String, Function<Options, Object>> entry : NUMBERS.entrySet()) {
            String flag = entry.getKey();
            assertEquals(77, entry.getValue().apply(parse("pool", flag, "77")), flag);
            assertEquals(77, entry.getValue().apply(parse(flag + "=77", "pool")), flag + "=77");
        }
    }

    @Test
    void withoutOptionsTheSettingsAreTheDefaults() throws Exception {
        Options options = parse("pool");
        assertEquals(Settings.DEFAULTS, options.settings());
        assertEquals(200, options.size(), "the pool's threads");
        assertEquals("127.0.0.1", options.address().getAddress().getHostAddress());
        assertEquals(8082, options.address().getPort());
        assertEquals(20_000, serviceTwo(options).idleMillis());
        assertEquals(8087, options.serviceTwo().getFirst().address().getPort());
        assertEquals(new Ports(8083, true, 0), options.ports(), "8083, or any free port if it is taken; no JMX");
        assertEquals(new Ports(8083, false, 0), parse("pool", "--admin-port", "8083").ports(), "only 8083");
        for (String flag : List.of("--open", "--until-stdin-closes")) {
            assertTrue(!options.has(flag) && parse("pool", flag).has(flag), flag);
        }
    }

    @Test
    void theOldNameOfAnOptionStillWorks() throws Exception {
        assertEquals(77, parse("pool", "--drain-timeout", "77").settings().shutdownMillis());
    }

    @Test
    void requestsThatComputeMayHaveThreadsOfTheirOwn() throws Exception {
        for (String threads : List.of("0", "1")) {
            Computing computing = parse("loom", "--computing-threads", threads).parts().computing();
            Thread caller = Thread.currentThread();
            assertEquals(threads.equals("0") ? 200 : 500, computing.answer(() -> Response.text(
                    Thread.currentThread() == caller ? 200 : 500, "")).status(), threads);
        }
        assertTrue(parse("pool", "--virtual").settings().virtual(), "--virtual");
    }

    @Test
    void theOptionForTheSizeDependsOnTheMode() throws Exception {
        assertEquals(3, parse("async", "--loops", "3", "--threads", "9").size(), "loops");
        assertEquals(Runtime.getRuntime().availableProcessors(), parse("async").size(), "a loop per core");
        assertEquals(Mode.LOOM, parse("--port", "0", "loom").mode());
    }

    @Test
    void theReferenceNamesNoOptionThatDoesNotExist() throws Exception {
        Set<String> named = FLAG.matcher(reference()).results().map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        Field tool = ServiceTwo.class.getDeclaredField("TOOL");
        tool.setAccessible(true);
        ((Tool) tool.get(null)).options().forEach(option -> named.remove(option.name()));
        Options.ALL.forEach(option -> named.remove(option.name()));
        named.removeAll(Set.of("--help", "--pid"));      // of commands
        assertEquals(Set.of(), named, "options in REFERENCE.md that do not exist");
    }

    private static String reference() throws IOException {
        return Files.readString(Path.of(System.getProperty("repository"), "service-one/REFERENCE.md"));
    }

    /** A row of REFERENCE.md: {@code | headers | 16 KB, 100 fields | 431 | `--header-bytes`, `--header-fields` |} */
    @Test
    void everyLimitInTheReferenceIsTheDefaultOfItsOption() throws Exception {
        Map<String, String> defaults = Options.ALL.stream().collect(Collectors.toMap(Option::name, Option::standard));
        String reference = reference();
        Set<String> documented = new TreeSet<>();
        reference.substring(reference.indexOf("\n## Limits\n")).lines().dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|")).skip(2).map(row -> row.split("\\|")).forEach(cells -> {
                    List<String> flags = FLAG.matcher(cells[4]).results().map(MatchResult::group).toList();
                    assertEquals(flags.stream().map(defaults::get).toList(),
                            QUANTITY.matcher(cells[2]).results().map(OptionsTest::value).toList(), cells[1] + flags);
                    documented.addAll(flags);
                });
        Set<String> limits = new TreeSet<>(defaults.keySet());
        limits.remove(Options.OLD_SHUTDOWN);
        limits.removeIf(flag -> !flag.matches("--(.*-(timeout|bytes|fields|connections|calls)|queue|backlog)"));
        assertEquals(limits, documented, "the options in the table of limits");
    }

    private static String value(MatchResult quantity) {
        int unit = quantity.group(2) == null ? 1 : UNITS.get(quantity.group(2));
        return quantity.group(1) == null ? "0" : "" + Integer.parseInt(quantity.group(1).replace(",", "")) * unit;
    }

    @Test
    void ipv6AddressesAreShownAsInUrls() throws Exception {
        String[][] table = {{"127.0.0.1", "127.0.0.1"}, {"0.0.0.0", "0.0.0.0"}, {"::1", "[::1]"}, {"[::1]", "[::1]"}};
        for (String[] row : table) {
            assertEquals(row[1], parse("loom", "--bind", row[0]).host(), row[0]);
        }
        ServiceTwoAddress two = parse("loom", "--service-two=[::1]:77").serviceTwo().getFirst();
        assertEquals("[::1]:77", two.host());
        assertEquals(parse("loom", "--bind=::1", "--port=77").address(), two.address());
    }

    @Test
    void serviceTwosAddressMayBeTheFirstLineOfAFile() throws Exception {
        Path file = Files.createTempFile("any\nname", "");
        try {
            Options options = parse("loom", "--service-two", "@" + file);
            Files.writeString(file, "localhost:77\nmore\n");
            assertEquals(77, options.serviceTwo().getFirst().address().getPort());
            assertEquals("localhost:77", options.serviceTwo().getFirst().host());
            Files.writeString(file, "\n");
            assertTrue(options.serviceTwo().isEmpty(), "an empty line means no service two");
            for (String wrong : List.of("", "77\n", "localhost:65536\n")) {
                Files.writeString(file, wrong);
                assertThrows(IOException.class, "--service-two @" + file, options::serviceTwo);
            }
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void errorsNameTheInvalidValueAndTheValidValues() {
        String modes = String.join(", ", Mode.labels());
        String[][] table = {
            {"pool --threads 0", "--threads", "1", "100000", "0"}, {"pool --service-two", "--service-two", "@FILE"},
            {"pool --service-two @", "--service-two", "@FILE", "@"},
            {"pool --service-two a:65536", "--service-two", "HOST:PORT", "a:65536"},
            {"pool --bind --port 0", "--bind"}, {"pool --bind=", "--bind"}, {"pool --bind=-x", "--bind", "-x"},
            {"pool --parts=", "--parts"}, {"pool --max-connection=1", "--max-connections"},
            {"--port 0", modes}, {"threads", "threads", modes}, {"pool loom", "pool loom"}};
        for (String[] row : table) {
            String message = assertThrows(UsageException.class, () -> parse(row[0].split(" "))).getMessage();
            assertHas(message, Arrays.copyOfRange(row, 1, row.length));
        }
    }

    /** The sentence around a number's limits belongs to {@link Option#number}, so only the numbers count. */
    private static String valid(Option option) {
        List<String> limits = NUMBER.matcher(option.takes()).results().map(MatchResult::group).toList();
        return limits.size() == 2 ? String.join(" to ", limits) : option.takes();
    }

    @Test
    void theHelpNamesEachOptionAndWhatItTakes() throws Exception {
        String help = Options.TOOL.usage().replaceFirst("^.* (?=\\./)", "").replaceFirst("(?m)^  -h, --help.*\n", "");
        Words.assertSame("service-one", "help", help);
        Words.assertSame("service-one", "valid values", Options.ALL.stream()
                .filter(option -> !option.takes().isEmpty() && !option.meaning().isEmpty())
                .map(option -> option.name() + ": " + valid(option)).collect(Collectors.joining("\n")));
        Words.assertSame("service-one", "no mode", String.join("\n",
                assertThrows(UsageException.class, OptionsTest::parse).getMessage(),
                assertThrows(UsageException.class, () -> parse("threads")).getMessage()));
        for (Option option : Options.ALL) {
            List<Long> limits = NUMBER.matcher(option.takes()).results().map(MatchResult::group).map(Long::valueOf)
                    .toList();
            if (limits.size() == 2) {
                for (long good : limits) {
                    assertEquals("" + good, option.check("" + good));
                }
                assertThrows(UsageException.class, () -> option.check("" + (limits.get(0) - 1)));
                assertThrows(UsageException.class, () -> option.check("" + (limits.get(1) + 1)));
            }
        }
    }
}
