package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Experiment;
import learner.Exercise;
import model.Predictor;
import process.Executables;
import testing.CheckPool;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class ChecksTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    /** A hint's name in a file of checks: the last argument of a method. */
    private static final Pattern HINT = Pattern.compile("\"([a-z]+(?:-[a-z]+)*)\"(?=\\);| :)");
    private static final Set<String> TOKENS = Set.of("t", "slow", "other", "later", "more", "user", "token");

    private static String java(String repository, String mainClass, String... arguments) throws Exception {
        List<String> command = Executables.javaCommand("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m",
                "-Drepository=" + repository, "-Djdk.trackAllThreads=true",
                "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"), mainClass);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return output + "exit code " + process.waitFor() + '\n';
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Each run is an exercise and which variants. */
    private static void assertVariants(String... runs) throws Exception {
        CheckPool.run(3, Stream.of(runs).map(run -> () -> {
            String output = java(REPOSITORY.toString(), Variants.class.getName(), run.split(": "));
            assertTrue(output.endsWith("exit code 0\n"), "exercise " + run + ":\n" + output.lines()
                    .filter(line -> line.startsWith("WRONG") || line.contains("Exception in thread \"main\""))
                    .collect(Collectors.joining("\n")));
        }));
    }

    @Slow("waits for time limits")
    @Test
    void ourSolutionsPassAndEachWrongFileFailsForItsReason() throws Exception {
        assertVariants("5: first half", "5: second half", "1: all", "3: all", "4: all", "2: all", "8: all", "6: all",
                "7: all");
    }

    @Test
    void eachHintThatACheckNamesExists() throws Exception {
        for (Exercise exercise : Exercise.all(REPOSITORY)) {
            Set<String> names = HINT.matcher(Files.readString(exercise.checks())).results()
                    .map(found -> found.group(1)).collect(Collectors.toSet());
            names.removeAll(TOKENS);
            for (String name : names) {
                assertTrue(!exercise.mistake(name).equals(name), exercise.name() + " explains no mistake " + name);
            }
        }
    }

    @Slow("starts programs")
    @Test
    void aNinthExerciseIsAFolder() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path repository = folder.path();
            Files.createSymbolicLink(repository.resolve(".build"), REPOSITORY.resolve(".build"));
            Path ninth = repository.resolve("service-one/exercises/9-counting");
            for (String name : List.of("template", "solution", "checks")) {
                Files.createDirectories(ninth.resolve(name));
            }
            Files.writeString(ninth.resolve("task.md"), """
                    # Count

                    - Minutes: 5
                    - Mode: loom
                    - In parallel: info

                    ## Task

                    Count.

                    ## Mistakes

                    - twice: make a call once.
                    """);
            Files.writeString(ninth.resolve("load"), "users = 10\ncontender.yours = loom --exercise 9\n");
            String guard = """
                    import serviceone.calls.*;

                    public class Counting implements CallGuard {
                        public <T> T make(Call<T> call, BlockingCalls two) throws CallException {
                            %s
                            return two.make(call);
                        }
                    }
                    """;
            Files.writeString(ninth.resolve("template/Counting.java"), guard.formatted("two.make(call);"));
            Files.writeString(ninth.resolve("solution/Counting.java"), guard.formatted(""));
            Files.writeString(ninth.resolve("checks/CountingChecks.java"), """
                    package checks;

                    import static exercise.harness.Check.require;

                    import exercise.harness.*;
                    import java.util.List;

                    public final class CountingChecks implements Check.Source {
                        @Override
                        public List<Check> checks() {
                            return List.of(new Check("a call is made once", subject -> {
                                long calls = calls(subject);
                                require(calls == 1, calls + " calls", "twice");
                            }));
                        }

                        private static long calls(Subject subject) throws Exception {
                            Asking request = subject.request("t");
                            subject.parts.guard().make(serviceone.calls.Call.info(), request);
                            return request.targets.size();
                        }
                    }
                    """);
            assertContains("  9  not yet  Count (5 minutes)\n",
                    java(repository.toString(), "exercise.ExerciseCommand"));
            Experiment experiment = Exercise.find(repository, "9").experiment(repository);
            assertEquals(999L, Math.round(1e3 * Predictor.predict(experiment, experiment.contenders().getFirst(),
                    experiment.loads().getFirst(), 2).latency()), "the call of info takes no extra time");
            String wrong = java(repository.toString(), "exercise.ExerciseCommand", "9", "check", "--behaviour");
            for (String ours : List.of(" 9: Count\n", "2 calls", "make a call once.")) {
                assertContains(ours, wrong);
            }
            assertTrue(wrong.endsWith("exit code 1\n"), wrong);
            String right = java(repository.toString(), "exercise.ExerciseCommand", "9", "check", "--behaviour",
                    "--file", ninth.resolve("solution/Counting.java").toString());
            assertTrue(right.endsWith("exit code 0\n"), right);
        }
    }
}
