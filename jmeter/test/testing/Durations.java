package testing;

import module java.base;

/** How many milliseconds each test took when it last ran, in a file of {@code .build/}. */
final class Durations {
    private static final Path FILE = Path.of(System.getProperty("repository"), ".build", "durations");
    private final Map<String, Long> millis = new ConcurrentSkipListMap<>();

    private Durations() {
    }

    /** Without a file, or with a damaged one, nothing is known. The order of the tests is all that depends on it. */
    static Durations ofLastRuns() {
        Durations durations = new Durations();
        try (Stream<String> lines = Files.lines(FILE)) {
            lines.map(line -> line.split(" "))
                    .forEach(words -> durations.millis.put(words[0], Long.parseLong(words[1])));
        } catch (IOException | RuntimeException e) {
            durations.millis.clear();
        }
        return durations;
    }

    long expected(List<Method> tests) {
        return tests.stream().mapToLong(test -> millis.getOrDefault(TestRunner.name(test), 0L)).sum();
    }

    void took(Method test, long its) {
        millis.put(TestRunner.name(test), its);
    }

    /** Into a file of its own first, because two runs may end at the same time. */
    void write() {
        try {
            Path written = Files.createTempFile(FILE.getParent(), "durations", null);
            Files.write(written, millis.entrySet().stream().map(each -> each.getKey() + ' ' + each.getValue())
                    .toList());
            Files.move(written, FILE, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            System.err.println("build.sh: the tests' durations are not kept: " + e);
        }
    }
}
