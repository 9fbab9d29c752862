package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The project's frame: the JDK alone, programs that share one library, six names at the top, short lines. */
class RepositoryTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private static final Path JARS_FOLDER = REPOSITORY.resolve(".build");
    private static final List<String> JARS = List.of("common", "service-one", "service-two", "jmeter");
    private static final List<String> FOLDERS = List.of("service-one", "service-two", "jmeter");
    private static final int WIDEST_LINE = 120;
    /** Of jdeps: a package, and one that it uses. */
    private static final Pattern EDGE = Pattern.compile(" +(?<from>\\S+) +-> (?<to>\\S+) .*");

    @Test
    void everyJarNeedsTheJdkAndTheLibraryAlone() throws Exception {
        List<Path> jars = list(JARS_FOLDER).filter(file -> file.toString().endsWith(".jar")).toList();
        assertEquals(JARS.size(), jars.size(), "the library, service one, service two and the tools in jmeter/");
        Path library = JARS_FOLDER.resolve("common.jar");
        for (Path jar : jars) {
            for (String line : jdeps("-s", "--class-path", library.toString(), jar.toString()).lines().toList()) {
                String needed = line.substring(line.indexOf("->") + 2).strip();
                boolean jdk = needed.startsWith("java.") || needed.startsWith("jdk.");
                assertTrue(jdk || needed.endsWith("common.jar"), jar.getFileName() + " needs " + needed);
            }
        }
    }

    @Test
    void noPackageUsesOneThatUsesIt() {
        for (String program : JARS) {
            Map<String, Set<String>> uses = packages(program);
            for (String start : uses.keySet()) {
                List<String> circle = circle(uses, start, start, new ArrayList<>(), new TreeSet<>());
                assertEquals(List.of(), circle, program + " has a circle of packages");
            }
        }
    }

    /** The way from one package to the other over what each uses; empty if there is none. */
    private static List<String> circle(Map<String, Set<String>> uses, String from, String to, List<String> way,
            Set<String> seen) {
        way.add(from);
        for (String next : uses.getOrDefault(from, Set.of())) {
            if (next.equals(to)) {
                return way;
            }
            if (seen.add(next) && !circle(uses, next, to, way, seen).isEmpty()) {
                return way;
            }
        }
        way.removeLast();
        return List.of();
    }

    /** Each package of a program, and which it uses, those of the JDK too. */
    private static Map<String, Set<String>> packages(String program) {
        Map<String, Set<String>> uses = new TreeMap<>();
        String text = jdeps("-verbose:package", JARS_FOLDER.resolve(program + ".jar").toString());
        text.lines().map(EDGE::matcher).filter(Matcher::matches).forEach(edge ->
                uses.computeIfAbsent(edge.group("from"), _ -> new TreeSet<>()).add(edge.group("to")));
        return uses;
    }

    @Test
    void noLineIsWide() throws Exception {
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > WIDEST_LINE) {
                    found.add(REPOSITORY.relativize(file) + ":" + (i + 1));
                }
            }
        }
        assertEquals(List.of(), found, "lines of more than " + WIDEST_LINE + " characters");
    }

    /** A reader who is told a name finds one file. */
    @Test
    void noTwoClassesOfTheProductHaveOneName() throws Exception {
        Map<String, List<Path>> named = sources().stream().map(REPOSITORY::relativize)
                .filter(file -> file.getName(1).toString().equals("src"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString(), TreeMap::new,
                        Collectors.toList()));
        named.values().removeIf(files -> files.size() == 1);
        assertEquals(Map.of(), named, "files of one name");
    }

    private static List<Path> sources() throws Exception {
        List<Path> sources = new ArrayList<>();
        for (String program : FOLDERS) {
            try (Stream<Path> files = Files.walk(REPOSITORY.resolve(program))) {
                files.filter(each -> each.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        return sources;
    }

    @Test
    void theTopLevelHoldsSixNames() throws Exception {
        Set<String> expected = Set.of("service-one", "service-two", "jmeter", "build.sh", "run.sh", "README.md");
        Set<String> found = list(REPOSITORY).map(file -> file.getFileName().toString())
                .filter(name -> !name.startsWith(".") && !name.equals("LICENSE"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(expected), found, "the top level");
    }

    private static Stream<Path> list(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        }
    }

    private static String jdeps(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exit = ToolProvider.findFirst("jdeps").orElseThrow().run(print, print, arguments);
        assertEquals(0, exit, "jdeps says " + out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }
}
