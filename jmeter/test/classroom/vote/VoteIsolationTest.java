package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import testing.Test;

/** No way leads from the room's listener to what starts programs: told from the classes that it can reach. */
class VoteIsolationTest {
    private static final Path JARS = Path.of(System.getProperty("repository"), ".build");
    /** Of jdeps: a class, and one that it uses. */
    private static final Pattern EDGE = Pattern.compile(" +(?<from>\\S+) +-> (?<to>\\S+) .*");
    private static final Pattern OWN = Pattern.compile("(classroom\\.(vote|http)|common\\.(http|json|io))"
            + "\\.\\w+(\\$\\w+)*|classroom\\.lesson\\.Asks(\\$\\w+)*");
    /** What starts programs, or reads and writes files. */
    private static final Pattern POWERFUL = Pattern.compile("java\\.lang\\.(Process.*|Runtime(\\$.*)?)"
            + "|java\\.io\\.(File.*|RandomAccessFile)|java\\.nio\\.file\\..*|java\\.lang\\.foreign\\..*");

    @Test
    void reachesNothingThatStartsPrograms() {
        Map<String, Set<String>> uses = uses();
        Set<String> reached = new TreeSet<>();
        uses.keySet().stream().filter(name -> name.startsWith("classroom.vote.")).forEach(name -> {
            reached.add(name);
            reach(name, uses, reached);
        });
        assertTrue(reached.contains("classroom.vote.VoteServer") && reached.contains("common.json.Json"), "" + reached);
        assertEquals(Set.of(), matching(reached, POWERFUL));
        reached.removeIf(name -> OWN.matcher(name).matches() || !uses.containsKey(name));
        assertEquals(Set.of(), reached, "classes of other packages");
    }

    private static void reach(String from, Map<String, Set<String>> uses, Set<String> reached) {
        for (String next : uses.getOrDefault(from, Set.of())) {
            if (reached.add(next)) {
                reach(next, uses, reached);
            }
        }
    }

    private static Set<String> matching(Set<String> names, Pattern pattern) {
        Set<String> matching = new TreeSet<>(names);
        matching.removeIf(name -> !pattern.matcher(name).matches());
        return matching;
    }

    /** Each class of the two jars, and which it uses, those of the JDK too. */
    private static Map<String, Set<String>> uses() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        ToolProvider.findFirst("jdeps").orElseThrow().run(print, print, "-verbose:class", "-filter:none",
                JARS.resolve("jmeter.jar").toString(), JARS.resolve("common.jar").toString());
        Map<String, Set<String>> uses = new TreeMap<>();
        out.toString(StandardCharsets.UTF_8).lines().map(EDGE::matcher).filter(Matcher::matches).forEach(edge ->
                uses.computeIfAbsent(edge.group("from"), _ -> new TreeSet<>()).add(edge.group("to")));
        return uses;
    }
}
