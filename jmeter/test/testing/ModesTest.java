package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.Mode;

class ModesTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Pattern MODE_NAME = names(Stream.of(Mode.values()).map(Mode::name).toList(), Mode.labels());
    private static final Pattern COMMENT = Pattern.compile("(?s:/\\*.*?\\*/)|(?m)(?<![:\"])//.*$");

    private static final Map<String, String> MAY_NAME_MODES = Map.ofEntries(
            Map.entry("service-one/src/serviceone/Server.java",
                    "it makes the drains, and does not compile if one is missing"),
            Map.entry("run.sh", "it lists the commands, and a test below compares them with Mode"),
            Map.entry("service-one/src/serviceone/status/Forecaster.java",
                    "it also predicts what another mode would do"),
            Map.entry("jmeter/src/exercise/harness/", "an exercise is about particular modes"),
            Map.entry("jmeter/src/lab/define/Contender.java", "an exercise is about particular modes"),
            Map.entry("jmeter/src/classroom/lesson/Lessons.java", "a lesson is about particular modes"));

    /** Finds a mode's constant, its label in quotes or as a key, and several labels in a row. */
    private static Pattern names(List<String> constants, List<String> labels) {
        String label = "(?:" + String.join("|", labels) + ")";
        return Pattern.compile("(?<![\\w.])(?:Mode\\.|case (?:\\w+, )*)(?:" + String.join("|", constants) + ")\\b"
                + "|([\"'`])" + label + "\\1|(?<=[{,]\\s{0,40})" + label + ":(?!:)"
                + "|(?<![\\w-])" + label + "(?:\\||, | or | and | )" + label + "(?![\\w-])");
    }

    private static List<Path> product() throws IOException {
        try (Stream<Path> files = Stream.of("service-one/src", "service-one/resources", "service-two/src",
                "jmeter/src", "jmeter/resources", "jmeter/plans", "run.sh", "build.sh").flatMap(ModesTest::filesIn)) {
            return files.filter(file -> file.toString().matches(".*\\.(java|js|html|css|jmx|sh)")).toList();
        }
    }

    private static Stream<Path> filesIn(String place) {
        try {
            return Files.walk(REPOSITORY.resolve(place));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(String file) throws IOException {
        return Files.readString(REPOSITORY.resolve(file));
    }

    @Test
    void aModeOfSeveralWordsIsFound() {
        Pattern names = names(List.of("POOL", "POOL_OF_VIRTUAL"), List.of("pool", "pool-of-virtual"));
        for (String line : List.of("return mode == Mode.POOL_OF_VIRTUAL;", "case POOL_OF_VIRTUAL -> 2;",
                "case LOOM, POOL_OF_VIRTUAL -> 2;", "if (mode === 'pool-of-virtual') {", "\"pool-of-virtual\"",
                "{'pool-of-virtual': 2}", "run.sh pool|pool-of-virtual", "pool-of-virtual or pool", "Mode.POOL")) {
            assertTrue(names.matcher(line).find(), line);
        }
        for (String line : List.of("ServiceThread.POOL", "Mode.POOL_SIZE", "a pool of virtual threads", "'pool-size'",
                "pool-of-virtual-threads", "case POOL_SIZE -> 2;")) {
            assertTrue(!names.matcher(line).find(), line);
        }
    }

    @Test
    void modesAreNamedOnlyInListedFiles() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        for (Path file : product()) {
            String name = REPOSITORY.relativize(file).toString().replace('\\', '/');
            List<String> names = COMMENT.matcher(Files.readString(file)).replaceAll("").lines()
                    .filter(line -> MODE_NAME.matcher(line).find()).map(String::strip).toList();
            if (!names.isEmpty()) {
                found.put(name, names);
            }
        }
        assertEquals(List.of(), MAY_NAME_MODES.keySet().stream().filter(place -> found.keySet().stream()
                .noneMatch(file -> file.startsWith(place))).toList(),
                "listed in MAY_NAME_MODES, but names no mode: remove it from the list");
        found.keySet().removeIf(file -> MAY_NAME_MODES.keySet().stream().anyMatch(file::startsWith));
        assertEquals(Map.of(), found, "these files name modes, so they would miss a new mode. Get the modes from "
                + "common.mode.Mode (a page gets them from /state or /stats). If a word below means no mode, add its "
                + "file to MAY_NAME_MODES");
    }

    @Test
    void eachModeHasItsOwnCommandAndItsOwnLook() throws IOException {
        String commands = text("run.sh").split("\nmodes='")[1].split("'")[0];
        assertEquals(Stream.of(Mode.values()).map(Mode::label).sorted().toList(),
                Stream.of(commands.split(" ")).sorted().toList(), "modes='…' in run.sh");
        List<String> modes = Stream.of(Mode.values()).map(mode -> "" + mode.json()).toList();
        for (String member : List.of("mark", "colour", "summary", "title", "serving")) {
            Pattern value = Pattern.compile("\"" + member + "\":(\"[^\"]*\"|\\d+)");
            assertEquals((long) modes.size(), modes.stream().flatMap(json -> value.matcher(json).results())
                    .map(each -> each.group(1)).distinct().count(), "each Mode has its own " + member);
        }
    }

    @Test
    void thePageHasEachMarkAndEachKindOfServer() throws IOException {
        assertKeys("const MARKS = {", "jmeter/resources/classroom/charts.js",
                Stream.of(Mode.Mark.values()).map(mark -> mark.name().toLowerCase(Locale.ROOT)));
        assertKeys("const SERVERS = {", "jmeter/resources/classroom/setup.js",
                Stream.of(Mode.Number.values()).map(Enum::name));
    }

    private static void assertKeys(String begin, String file, Stream<String> expected) throws IOException {
        String[] parts = text(file).split(Pattern.quote(begin));
        assertTrue(parts.length == 2, begin + " in " + file);
        assertEquals(expected.collect(Collectors.toSet()), Pattern.compile("(?m)^  (\\w+):").matcher(
                parts[1].split("\n};")[0]).results().map(key -> key.group(1)).collect(Collectors.toSet()), file);
    }
}
