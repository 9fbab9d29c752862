package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;
import testing.CheckPool;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("starts programs")
class HostileTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String CLASS = "public class FixedPoolDrain implements Drain {\n";

    private static String solution() throws Exception {
        return Files.readString(Exercise.find(REPOSITORY, "1").solution());
    }

    /** The result of the check, with exit code 1. */
    private static Map<?, ?> refused(Path file) throws Exception {
        try (Program check = Program.script("run.sh", "exercise", "1", "check", "--behaviour", "--json", "--file",
                file.toString())) {
            assertEquals(1, check.exitCode(), check.output());
            Map<?, ?> json = Json.members(check.standardOutput());
            assertEquals("not yet", json.get("verdict"));
            return json;
        }
    }

    /** Each file is our solution, and in addition does what the file {@code hostile} says. */
    @Test
    void aFileThatEndsForgesOrFloodsIsNotYet() throws Exception {
        String all = Files.readString(REPOSITORY.resolve("jmeter/test/exercise/hostile"));
        CheckPool.run(2, Stream.of(all.substring("### 1: ".length()).split("(?m)^### 1: ")).map(each -> () -> {
            String head = each.split("\n", 2)[0];
            String expected = head.substring(0, head.lastIndexOf(": "));
            try (TemporaryFolder folder = new TemporaryFolder()) {
                Path file = Files.writeString(folder.path().resolve("File.java"),
                        solution().replace(CLASS, CLASS + each.split("\n", 2)[1]));
                Map<?, ?> json = refused(file);
                assertContains(expected, "" + json.get("checks"));
            }
        }));
        for (String seconds : List.of("77.53", "77.54")) {
            assertTrue(ProcessHandle.allProcesses().noneMatch(each -> each.info().arguments()
                    .map(List::of).orElse(List.of()).contains(seconds)), "sleep " + seconds + " still runs");
        }
    }

    @Test
    void theEncodingIsNotTheCompilersProblem() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path latin = Files.write(folder.path().resolve("Latin.java"),
                    ("// Größe\n" + solution()).getBytes(StandardCharsets.ISO_8859_1));
            assertContains("save it with the encoding UTF-8", "" + refused(latin).get("checks"));
            Path marked = Files.writeString(folder.path().resolve("Marked.java"), "\uFEFF" + solution());
            try (Program check = Program.script("run.sh", "exercise", "1", "check", "--behaviour", "--file",
                    marked.toString())) {
                assertEquals(0, check.exitCode(), check.output());
            }
        }
    }

    @Test
    void aClassIsGradedInOneTable() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path ada = Files.createDirectory(folder.path().resolve("ada"));
            Files.writeString(ada.resolve("FixedPoolDrain.java"), solution());
            Files.writeString(folder.path().resolve("ben.java"), "// mine\n"
                    + solution().replace("takeAndServe", "loop"));
            Files.writeString(folder.path().resolve("cem.java"), solution().replace(CLASS, CLASS
                    + "static { System.out.println(\"@ {\\\"done\\\":true}\"); System.exit(0); }\n"));
            Files.writeString(folder.path().resolve("dan.java"), "class Letter { }");
            Files.writeString(folder.path().resolve("eve.java"), solution().replace("FixedPoolDrain", "OwnDrain"));
            try (Program grade = Program.script("run.sh", "exercise", "grade", folder.path().toString(), "--json")) {
                assertEquals(0, grade.exitCode(), grade.output());
                List<?> rows = (List<?>) Json.read(grade.standardOutput());
                assertEquals(List.of("behaviour right", "behaviour right", "not yet", "behaviour right"),
                        rows.stream().map(each -> ((Map<?, ?>) each).get("verdict")).toList());
                String table = grade.output();
                assertContains("equal to the file of ben but for comments, white space and names", table);
                assertTrue(!table.contains("equal to the file of eve"), table);      // it is of another exercise
                assertContains("ended its JVM; printed the format of the checker's results", table);
                assertContains("dan: dan.java has no exercise's class", table);
            }
        }
    }

    @Test
    void onlyNamesCommentsAndSpaceAreIgnored() throws Exception {
        String ours = solution();
        assertEquals(Grade.normalized(ours),
                Grade.normalized(ours.replace("takeAndServe", "loop").replace("    ", "\t")));
        assertTrue(!Grade.normalized(ours).equals(Grade.normalized(ours.replace("stopped = true;", ""))),
                "another statement");
        assertEquals("", Grade.normalized("class A {\n}"), "short programs are alike by chance");
    }
}
