package exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import exercise.BehaviourRun.Found;
import testing.Await;
import testing.CheckPool;
import testing.Printed;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class BehaviourRunTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final List<String> TESTS = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    /** Marks this test's {@code sleep} commands. */
    private static final String MARK = ProcessHandle.current().pid() + "7";
    private static final int SECONDS = 50;

    private record Nasty(String body, String found) {
    }

    private static final List<Nasty> NASTY_CODE = List.of(
            new Nasty("System.out.print(\"no end of line\");", ""),
            new Nasty("run();", "StackOverflowError"),
            new Nasty("System.exit(0);", "your code ended the program, with exit code 0"),
            new Nasty("Runtime.getRuntime().halt(7);", "your code ended the program, with exit code 7"),
            new Nasty("while (true) { System.out.println(\"again\"); }", "your code prints without end"),
            new Nasty("while (true) { System.err.print(\"again\"); }", "your code prints without end"),
            new Nasty("var all = new ArrayList<byte[]>(); while (true) { all.add(new byte[1_000_000]); }",
                    "your code has used up the memory"),
            new Nasty("var all = new ArrayList<Object>();"
                    + " while (true) { try { all.add(new byte[1_000]); } catch (OutOfMemoryError e) { } }",
                    "your code has used up the memory"),
            new Nasty("while (true) { Thread.ofPlatform().start(() -> LockSupport.park()); }",
                    "your code started more than 1,000 threads"),
            new Nasty("Thread.ofPlatform().start(() -> { while (true) { } });", ""),
            new Nasty("new ProcessBuilder(\"sleep\", MARK).start();", "your code left a program running"),
            new Nasty("while (true) { new ProcessBuilder(\"sleep\", MARK).start(); }",
                    "your code starts one program after another"),
            new Nasty("new ProcessBuilder(\"sh\", \"-c\","
                    + " \"trap '' TERM INT HUP; (sleep \" + MARK + \"; true) & exit\").start().waitFor();",
                    "your code left a program running"));

    private static List<Found> run(String body, int seconds, PrintStream out) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder();
                BehaviourRun run = start(folder, body, seconds, out)) {
            return run.found();
        }
    }

    private static BehaviourRun start(TemporaryFolder folder, String body, int seconds, PrintStream out)
            throws Exception {
        Exercise exercise = Exercise.find(REPOSITORY, "1");
        Path file = Files.writeString(folder.path().resolve("nasty"), """
                import java.util.ArrayList;
                import java.util.concurrent.locks.LockSupport;
                public class FixedPoolDrain implements Runnable {
                    static final String MARK = "%s";
                    public void run() { try { body(); } catch (java.io.IOException | InterruptedException e) { } }
                    void body() throws java.io.IOException, InterruptedException { %s }
                }
                """.formatted(MARK, body));
        Path classes = Files.createDirectory(folder.path().resolve("classes"));
        assertEquals(List.of(), Compilation.of(exercise, file).into(classes, REPOSITORY));
        return new BehaviourRun(TESTS, StandInChecks.class.getName(), exercise, classes, seconds, out);
    }

    @Test
    @Slow("starts JVMs, and fills their memory")
    void eachKindOfNastyCodeIsNamed() throws Exception {
        CheckPool.run(NASTY_CODE.stream().map(nasty -> () -> {
            List<Found> found = run(nasty.body, SECONDS, new Printed());
            Found last = found.getLast();
            assertEquals(nasty.found.isEmpty(), last.passed(), nasty.body + ": " + found);
            assertContains(nasty.found, last.found());
        }));
        assertNothingIsLeft();
    }

    private static void assertNothingIsLeft() throws Exception {
        Await.until("no program is left", () -> ProcessHandle.allProcesses()
                .noneMatch(each -> Stream.of(each.info().arguments().orElse(new String[0])).anyMatch(MARK::equals)));
    }

    @Test
    @Slow("waits for the time limit")
    void anEndlessLoopIsKilledAtTheTimeLimit() throws Exception {
        for (String body : List.of("while (true) { }", "try { Thread.sleep(1_000_000); } catch (Exception e) { }")) {
            assertContains("your code was still running after 1 s", run(body, 1, new Printed()).getLast().found());
        }
    }

    @Test
    @Slow("starts a JVM")
    void anInterruptEndsTheRunAndItsPrograms() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); BehaviourRun run = start(folder,
                "new ProcessBuilder(\"sleep\", MARK).start().waitFor();", SECONDS, new Printed())) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, run::found);
        }
        assertNothingIsLeft();
    }

    @Test
    @Slow("starts a JVM")
    void showsAtMost20LinesOfTheOutputAndCutsLongLines() throws Exception {
        Printed out = new Printed();
        run("for (int i = 1; i < 100; i++) { System.out.println(\"line \" + i + \" \" + \"x\".repeat(1_000)); }",
                SECONDS, out);
        assertContains("    | line 1 xxx", out.toString());
        assertContains("    | line 20 xxx", out.toString());
        assertTrue(!out.toString().contains("line 21"), out.toString());
        assertTrue(out.toString().lines().allMatch(line -> line.length() < 250), "long lines are cut");
        assertContains("ok        it runs", out.toString());
    }

    @Test
    @Slow("starts a JVM, and reads slowly")
    void aSlowReaderMissesNoResult() throws Exception {
        String body = "for (int i = 0; i < 19; i++) { System.out.println(i + \"x\".repeat(2_000)); }";
        List<Found> found = run(body, SECONDS, new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String line) {
                LockSupport.parkNanos(50_000_000);
            }
        });
        assertTrue(found.stream().allMatch(Found::passed), found.toString());
    }

    @Test
    @Slow("starts a JVM")
    void aJvmThatCannotStartIsNotTheLearnersFault() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder(); BehaviourRun run = new BehaviourRun(TESTS, "no.Such",
                Exercise.find(REPOSITORY, "1"), folder.path(), SECONDS, new Printed())) {
            assertThrows(IOException.class, "could not start", run::found);
        }
    }
}
