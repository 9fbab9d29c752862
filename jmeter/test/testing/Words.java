package testing;

import module java.base;

/**
 * What the product says, in the files {@code jmeter/test/words/*.txt}. Other tests assert the rule, the number or the
 * enum, so that a better word changes one file. {@code ./build.sh words} writes the files anew, and the diff shows what
 * a user would see.
 *
 * <p>A file is a list of situations, each with its text. A sentence belongs to one file: that of the command or page
 * whose code holds it. Where others quote it, they replace it by a placeholder.
 */
public final class Words {
    private static final Path FOLDER = Path.of(System.getProperty("repository"), "jmeter", "test", "words");
    private static final String MARK = "=== ";
    private static final boolean WRITES = Boolean.getBoolean("words.write");
    /** By file and situation. Tests add to it side by side. */
    private static final Map<String, Map<String, String>> SEEN = new ConcurrentHashMap<>();

    private Words() {
    }

    /**
     * @param file the file's name without its ending
     * @param situation unique in the file
     * @param text without what changes from run to run
     */
    public static void assertSame(String file, String situation, String text) throws IOException {
        String words = text.stripTrailing();
        String earlier = SEEN.computeIfAbsent(file, _ -> new ConcurrentSkipListMap<>()).put(situation, words);
        Assertions.assertTrue(earlier == null || earlier.equals(words), "two texts for " + situation + " in " + file);
        Assertions.assertTrue(words.lines().noneMatch(line -> line.startsWith(MARK)), "a line begins with " + MARK);
        String expected = read(file).get(situation);
        if (!WRITES && !words.equals(expected)) {
            throw new AssertionError(difference(file, situation, expected, words));
        }
    }

    /**
     * Whether the situation's text has this line, for a test that tries again on a busy machine. True while the files
     * are written anew.
     */
    public static boolean have(String file, String situation, String line) throws IOException {
        return WRITES || read(file).getOrDefault(situation, "").lines().anyMatch(line::equals);
    }

    private static String difference(String file, String situation, String expected, String actual) {
        String how = "\nIf the new words are right, ./build.sh words writes the files anew";
        String where = "jmeter/test/words/" + file + ".txt, " + situation;
        if (expected == null) {
            return where + " has no words yet; they would be:\n" + actual + how;
        }
        List<String> before = expected.lines().toList();
        List<String> now = actual.lines().toList();
        int line = 0;
        while (line < Math.min(before.size(), now.size()) && before.get(line).equals(now.get(line))) {
            line++;
        }
        return where + ", line " + (line + 1) + ":\n  expected: " + lineOf(before, line) + "\n  but was:  "
                + lineOf(now, line) + how;
    }

    private static String lineOf(List<String> lines, int line) {
        return line < lines.size() ? lines.get(line) : "(no more lines)";
    }

    private static Map<String, String> read(String file) throws IOException {
        Path path = FOLDER.resolve(file + ".txt");
        Map<String, String> words = new TreeMap<>();
        if (Files.exists(path)) {
            String text = Files.readString(path).substring(MARK.length());
            for (String part : text.split("\n" + MARK)) {
                int end = part.indexOf('\n');
                words.put(part.substring(0, end), part.substring(end + 1).stripTrailing());
            }
        }
        return words;
    }

    /**
     * After the tests: writes the files, if that was asked for.
     *
     * @param all whether every test has run, so that a situation without a test is out of date
     * @return the situations that no test asserts any more
     */
    static List<String> finish(boolean all) throws IOException {
        List<String> obsolete = new ArrayList<>();
        for (String file : files()) {
            Map<String, String> seen = SEEN.getOrDefault(file, Map.of());
            Map<String, String> words = new TreeMap<>(read(file));
            if (all) {
                words.keySet().stream().filter(each -> !seen.containsKey(each)).map(each -> file + ": " + each)
                        .forEach(obsolete::add);
                words.keySet().retainAll(seen.keySet());
            }
            words.putAll(seen);
            if (WRITES) {
                write(FOLDER.resolve(file + ".txt"), words);
            }
        }
        return WRITES ? List.of() : obsolete;
    }

    private static Set<String> files() throws IOException {
        Set<String> names = new TreeSet<>(SEEN.keySet());
        if (Files.exists(FOLDER)) {
            try (Stream<Path> files = Files.list(FOLDER)) {
                files.map(file -> file.getFileName().toString().replaceFirst("\\.txt$", "")).forEach(names::add);
            }
        }
        return names;
    }

    private static void write(Path file, Map<String, String> words) throws IOException {
        if (words.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        Files.createDirectories(FOLDER);
        Files.writeString(file, words.entrySet().stream().map(each -> MARK + each.getKey() + "\n" + each.getValue())
                .collect(Collectors.joining("\n\n", "", "\n")));
    }
}
