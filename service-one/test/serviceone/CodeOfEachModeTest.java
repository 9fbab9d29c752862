package serviceone;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.HttpText;
import common.mode.Mode;
import serviceone.server.RawClient;
import serviceone.server.Settings;
import serviceone.server.TestService;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

/** Counts what README.md's table says of the code of each mode. */
class CodeOfEachModeTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final int CLIENTS = 20;
    private static final int REQUESTS_EACH = 50;
    /** The name of a class's file: a nested class has a dollar sign after it. */
    private static final Pattern LOADED = Pattern.compile("\\[class,load *\\] ((?:common|serviceone)\\.[\\w.]+)");
    /** From then on, the status page has loaded all that it needs in every mode. */
    private static final Pattern IN_THE_STATISTICS = Pattern.compile(
            "\"completed\":" + CLIENTS * REQUESTS_EACH + ",.*\"throughput\":[1-9].*\"delayMillis\":1,");
    private static final Pattern STATES = Pattern.compile("\\benum \\w*State \\{([^;}]*)");
    private static final Pattern STATES_IN_A_COMMENT = Pattern.compile("(?m)^\\s*// states:");

    /** Without the files that all modes share. */
    private final Map<Mode, Set<String>> files = new ConcurrentHashMap<>();

    @Test
    @Slow("starts programs")
    void theReadmeSaysWhatTheCodeOfEachModeCosts() throws Exception {
        TestService.inEachMode(mode -> files.put(mode, loadedFiles(mode)));
        Set<String> shared = new HashSet<>(files.get(Mode.LOOM));
        files.values().forEach(shared::retainAll);
        files.values().forEach(each -> each.removeAll(shared));
        String section = Files.readString(REPOSITORY.resolve("README.md"))
                .split("\n## What the code of each mode costs\n")[1].split("\n## ")[0];
        TestService.inEachMode(mode -> checkRow(mode, section));
        assertTrue(!section.contains(" µs |") || section.matches("(?s).*\\bcommit [0-9a-f]{7,40}\\b.*"),
                "the caption names the commit of the CPU times");
        checkThatLoomHasNoStates();
    }

    /** The program is killed, so that the code of a shutdown does not count. */
    private static Set<String> loadedFiles(Mode mode) throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=1", "--stage-delay=1");
                Program one = Program.java(List.of("JDK_JAVA_OPTIONS=-Xlog:class+load"), "service-one",
                        "serviceone.ServiceOne", mode.label(), "--port=0", "--admin-port=0",
                        "--service-two=127.0.0.1:" + two.port())) {
            askForMeetings(one.awaitPort("one"));
            URI stats = one.awaitPage().resolve("/stats");
            Await.until("the requests are in " + stats,
                    () -> IN_THE_STATISTICS.matcher(HttpText.get(stats, 60_000, Map.of())).find());
            one.signal("KILL").exitCode();
            return LOADED.matcher(one.output()).results().map(loaded -> loaded.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void askForMeetings(int port) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new RawClient(port));
            }
            for (int i = 0; i < REQUESTS_EACH; i++) {
                for (RawClient each : clients) {
                    each.send(RawClient.request("/meetings"));
                }
                for (RawClient each : clients) {
                    assertEquals(200, each.receive().status());
                }
            }
        } finally {
            for (RawClient each : clients) {
                each.close();
            }
        }
    }

    private void checkRow(Mode mode, String section) throws Exception {
        Matcher cpu = Pattern.compile("(?m)^\\| `" + mode.label() + "` \\|.*\\| (…|\\d+ µs) \\|$").matcher(section);
        String row = "| `%s` | %d in %d files | %s | %d | %s |".formatted(mode.label(), lines(mode),
                files.get(mode).size(), states(mode), ourFramesInATrace(mode), cpu.find() ? cpu.group(1) : "…");
        assertTrue(section.contains('\n' + row + '\n'), "README.md's row should be\n" + row
                + "\nbecause these files are loaded in this mode and not in all: " + filesAndLines(mode));
    }

    private long lines(Mode mode) {
        return files.get(mode).stream().mapToLong(CodeOfEachModeTest::lines).sum();
    }

    private String filesAndLines(Mode mode) {
        return files.get(mode).stream().map(file -> file + ' ' + lines(file)).collect(Collectors.joining(", "));
    }

    /** Without imports, which the files of README's reading list write out. */
    private static long lines(String file) {
        return source(file).lines().filter(line -> !line.startsWith("import ")).count();
    }

    private static String source(String file) {
        try {
            return Files.readString(REPOSITORY.resolve("service-one/src", file.replace('.', '/') + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String states(Mode mode) {
        return switch (mode) {
            case POOL -> "2: with the poller, or with the queue and its thread";
            case LOOM -> "none";
            case ASYNC -> {
                List<String> names = files.get(mode).stream()
                        .flatMap(file -> STATES.matcher(source(file)).results())
                        .flatMap(states -> Pattern.compile("\\w+").matcher(states.group(1)).results())
                        .map(name -> name.group().toLowerCase(Locale.ROOT)).toList();
                yield names.size() + ": " + String.join(", ", names);
            }
        };
    }

    private static long ourFramesInATrace(Mode mode) throws Exception {
        try (TestService service = TestService.start(mode, Settings.DEFAULTS)) {
            return service.get("/trace").body().lines().filter(line -> line.startsWith("-->")).count();
        }
    }

    private void checkThatLoomHasNoStates() {
        assertEquals(List.of(), files.get(Mode.LOOM).stream().filter(file -> STATES.matcher(source(file)).find()
                || STATES_IN_A_COMMENT.matcher(source(file)).find()).toList(), "loom's files that have states");
    }
}
