package exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;
import exercise.harness.Outcome;
import learner.Exercise;
import testing.Await;
import testing.CheckPool;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("starts programs")
class ExerciseCheckTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private static Program check(String number, Path file, String... options) throws Exception {
        return Program.script("run.sh", Stream.concat(Stream.of("exercise", number, "check", "--file", file.toString()),
                Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void theJsonResultHasVerdictChecksAndMachine() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Exercise exercise = Exercise.find(REPOSITORY, "1");
            String losesThreads = Files.readString(exercise.solution())
                    .replace("catch (Throwable e)", "catch (IllegalStateException e)");
            // on a busy machine, a thread that does not come in time is no proof
            assertJson(exercise, Files.writeString(folder.path().resolve("File.java"), losesThreads), Outcome.NOT_YET,
                    Outcome.CANNOT_JUDGE);
            assertJson(exercise, exercise.solution(), Outcome.PASSED);
        }
    }

    private static void assertJson(Exercise exercise, Path file, Outcome... possible) throws Exception {
        try (Program check = check("" + exercise.number(), file, "--behaviour", "--json")) {
            int code = check.exitCode();
            Outcome outcome = Stream.of(possible).filter(each -> code == each.exitCode.code()).findFirst()
                    .orElseThrow(() -> new AssertionError(check.output()));
            Map<?, ?> json = (Map<?, ?>) Json.read(check.standardOutput());
            assertEquals(exercise.className(), json.get("class"));
            assertEquals(outcome.words, json.get("verdict"), check.output());
            assertEquals(false, json.get("measured"));
            List<?> checks = (List<?>) json.get("checks");
            assertTrue(checks.size() > 1, check.output());
            assertEquals(outcome == Outcome.PASSED,
                    checks.stream().allMatch(each -> ((Map<?, ?>) each).get("passed").equals(true)), check.output());
            for (String name : List.of("machine", "jdk", "commit", "time")) {
                assertTrue(json.get(name) instanceof String text && !text.isEmpty(), name + " in " + json);
            }
        }
    }

    /** Ctrl-C sends INT. A closing terminal sends HUP. No program can trap KILL. */
    @Test
    void allStartedProgramsEndWithTheCheck() throws Exception {
        CheckPool.run(Map.of("INT", 130, "HUP", 129, "KILL", 137).entrySet().stream().map(signal -> () -> {
            try (TemporaryFolder folder = new TemporaryFolder()) {
                Path file = folder.path().resolve("File.java");
                Files.writeString(file, Files.readString(Exercise.find(REPOSITORY, "1").template())
                        .replace("// 1.", "System.out.println(\"here\"); while (true) { } //"));
                try (Program check = Program.job("run.sh", "exercise", "1", "check", "--file", file.toString())) {
                    check.await("    | here");
                    List<ProcessHandle> started = ProcessHandle.of(check.pid()).orElseThrow().descendants().toList();
                    check.signalGroup(signal.getKey());
                    assertEquals(signal.getValue(), check.exitCode(), check.output());
                    for (ProcessHandle each : started) {
                        Await.until(each.info() + " has ended", () -> !each.isAlive());
                    }
                }
            }
        }));
    }

    @Test
    void aStoppedGradeSaysNothingOfFilesThatItHasNotChecked() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path begun = folder.path().resolve("begun");
            Files.writeString(folder.path().resolve("ada.java"), Files.readString(Exercise.find(REPOSITORY, "1")
                    .template()).replace("// 1.", "new java.io.File(\"" + begun + "\").mkdir(); while (true) { } //"));
            try (Program grade = Program.job("run.sh", "exercise", "grade", folder.path().toString())) {
                Await.until("ada's code runs", () -> Files.exists(begun));
                grade.signalGroup("INT");
                assertEquals(130, grade.exitCode(), grade.output());
                assertTrue(!grade.output().contains("ada"), grade.output());
            }
        }
    }
}
