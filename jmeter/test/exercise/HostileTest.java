package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;
import exercise.harness.Outcome;
import learner.Exercise;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("starts programs")
class HostileTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String CLASS = "public class FixedPoolDrain implements Drain {\n";

    /** Each file is our solution, and in addition does what the file {@code hostile} says. All are of one class. */
    @Test
    void aClassIsGradedAndFilesThatEndForgeOrFloodAreNotYet() throws Exception {
        String ours = Files.readString(Exercise.find(REPOSITORY, "1").solution());
        Map<String, String> hostile = new TreeMap<>();      // how each ends, by its name
        for (String each : Files.readString(REPOSITORY.resolve("jmeter/test/exercise/hostile")).substring(4)
                .split("(?m)^### ")) {
            String[] parts = each.split("\n", 2);
            String name = "hostile" + hostile.size();
            hostile.put(name, parts[0].split(": ")[0]);
            write(name + ".java", ours.replace(CLASS, CLASS + parts[1]));
        }
        assertTrue(hostile.size() > 5, "hostile files: " + hostile);
        write("ada/FixedPoolDrain.java", ours);
        write("ben.java", "// mine\n" + ours.replace("takeAndServe", "loop"));
        write("dan.java", "class Letter { }");
        Files.createSymbolicLink(folder.resolve("ada/.#FixedPoolDrain.java"), Path.of("ada@host.1:2"));
        Files.createDirectory(folder.resolve("ada/Old.java"));
        write("fay\nben  1  behaviour right/First.java", "class Letter { }");
        Files.createSymbolicLink(folder.resolve("gus.java"), Path.of("/dev/zero"));
        write("eve.java", "\uFEFF" + ours.replace("FixedPoolDrain", "OwnDrain"));
        Map<String, Map<?, ?>> rows = graded();
        hostile.forEach((name, end) -> assertRefused(name, end, rows.get(name)));
        for (String name : List.of("ada", "ben", "eve")) {
            assertEquals(Grade.BEHAVIOUR_RIGHT, rows.get(name).get("verdict"), name);
        }
        assertEquals(rows.get("ada").get("notes"), rows.get("ben").get("notes"), "both are equal to ours");
        assertEquals(1, ((List<?>) rows.get("ben").get("notes")).size());
        assertEquals(List.of(), rows.get("eve").get("notes"), "eve's is of another exercise");
        for (String name : List.of("dan", "fay\nben  1  behaviour right", "gus")) {
            assertTrue(!rows.get(name).containsKey("exercise"), name + " has handed in nothing to check");
        }
        for (String seconds : List.of("77.53", "77.54")) {
            assertTrue(ProcessHandle.allProcesses().noneMatch(each -> each.info().arguments()
                    .map(List::of).orElse(List.of()).contains(seconds)), "sleep " + seconds + " still runs");
        }
    }

    /** By name. */
    private Map<String, Map<?, ?>> graded() throws Exception {
        try (Program grade = Program.script("run.sh", "exercise", "grade", folder.toString(), "--json")) {
            assertEquals(0, grade.exitCode(), grade.output());
            assertTrue(grade.standardError().lines().noneMatch(line -> line.startsWith("ben ")
                    && !line.contains("ben.java")), "a forged row");
            Map<String, Map<?, ?>> rows = new HashMap<>();
            for (Object row : (List<?>) Json.read(grade.standardOutput())) {
                rows.put((String) ((Map<?, ?>) row).get("name"), (Map<?, ?>) row);
            }
            return rows;
        }
    }

    private static void assertRefused(String name, String end, Map<?, ?> row) {
        assertEquals(Outcome.NOT_YET.words, row.get("verdict"), name);
        List<?> checks = (List<?>) row.get("checks");
        Object found = ((Map<?, ?>) checks.getLast()).get("found");
        switch (end) {
            case "compiler" -> assertEquals(1, checks.size(), name + " has not run: " + checks);
            case "prints" -> assertEquals(BehaviourRun.TOO_MUCH_OUTPUT.found(), found, name);
            case "left" -> assertEquals(BehaviourRun.LEFT_RUNNING.found(), found, name);
            default -> {
                assertEquals(BehaviourRun.whyEnded(Integer.parseInt(end), "").found(), found, name);
                assertContains(BehaviourRun.ENDED, "" + row.get("notes"));
            }
        }
    }
}
