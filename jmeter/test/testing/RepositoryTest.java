package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The project's frame: nothing beyond the JDK, and six names at the top. */
class RepositoryTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void everyJarNeedsTheJdkAlone() throws Exception {
        List<Path> jars = list(REPOSITORY.resolve(".build")).filter(file -> file.toString().endsWith(".jar")).toList();
        assertEquals(3, jars.size(), "service one, service two and the tools in jmeter/");
        for (Path jar : jars) {
            for (String line : jdeps("-s", jar.toString()).lines().toList()) {
                String needed = line.substring(line.indexOf("->") + 2).strip();
                assertTrue(needed.startsWith("java.") || needed.startsWith("jdk."), jar.getFileName() + " needs " + needed);
            }
        }
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
