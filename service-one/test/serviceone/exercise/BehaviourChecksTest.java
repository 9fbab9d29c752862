package serviceone.exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.exercise.Check.Result;
import testing.Slow;
import testing.Test;

class BehaviourChecksTest {
    private static final String SERVES = "executor.execute(() -> service.accept(socket));";

    private static Result failed(String old, String changed, int patienceMillis) throws Exception {
        String solution = Files.readString(Tried.file(2, "solution"));
        return Tried.firstFailed(2, solution.replace(old, changed), patienceMillis).orElseThrow();
    }

    private static Result failed(String old, String changed) throws Exception {
        return failed(old, changed, 300);
    }

    /** The file and line of the text in the solution, plus {@code below} lines. */
    private static String place(String text, int below) throws IOException {
        String solution = Files.readString(Tried.file(2, "solution"));
        long line = solution.substring(0, solution.indexOf(text)).lines().count() + below;
        return "VirtualThreadDrain.java:" + line;
    }

    @Slow("compiles a class")
    @Test
    void theVerdictHasAnExceptionAndItsLineWhereverItIsThrown() throws Exception {
        Result constructor = failed("this.service = service;", "this.service = service; Integer.parseInt(\"x\");");
        assertContains("java.lang.NumberFormatException: For input string: \"x\" at "
                + place("this.service = service;", 0), constructor.found());
        assertTrue(!constructor.hangs(), "the check has ended");
        Result thread = failed("ClientSocket socket = queue.take();",
                "ClientSocket socket = queue.take(); Integer.parseInt(\"x\");");
        assertContains("of 200 sockets in the queue, 0 were served", thread.found());
        assertContains("a thread ended with java.lang.NumberFormatException", thread.found());
        assertContains("at " + place("ClientSocket socket = queue.take();", 0), thread.found());
    }

    @Slow("dumps the stacks of all threads")
    @Test
    void theVerdictHasTheLinesWhereVirtualThreadsWait() throws Exception {
        Result waiting = failed(SERVES, """
                executor.execute(() -> {
                    java.util.concurrent.locks.LockSupport.park();
                    service.accept(null);
                });""");
        assertContains("200 threads are at " + place(SERVES, 1) + " in ", waiting.found());
    }

    /**
     * Threads of earlier checks still wait in the loop. The blank lines move the loop below line 1,000, and the verdict
     * must not name such a line.
     */
    @Slow("waits for time limits")
    @Test
    void theVerdictLeavesOutThreadsOfEarlierChecks() throws Exception {
        String solution = Files.readString(Tried.file(1, "solution"));
        Result failed = Tried.firstFailed(1, solution.replace("(Throwable e)", "(RuntimeException e)")
                .replace("while (!stopped)", "\n".repeat(1_000) + "while (!stopped)"), 300).orElseThrow();
        assertContains("of 16 tasks that throw an Error, 8 began", failed.found());
        assertTrue(!failed.found().contains("FixedPoolDrain.java:10"), failed.found());
    }

    @Slow("waits until a check has taken too long")
    @Test
    void aCheckThatHangsIsGivenUp() throws Exception {
        Result hanging = failed("this.service = service;", """
                this.service = service;
                java.util.concurrent.locks.LockSupport.park();""");
        assertTrue(hanging.hangs(), "the learner's code still runs");
        assertContains("the check has not ended after 10 s; your code is at " + place("this.service = service;", 1),
                hanging.found());
    }

    @Slow("starts many threads")
    @Test
    void codeThatStartsEverMoreThreadsIsGivenUp() throws Exception {
        Result many = failed("taker.start();", """
                for (int i = 0; i < 2_000 && !Thread.interrupted(); i++) {
                    Thread.ofPlatform().start(java.util.concurrent.locks.LockSupport::park);
                }
                java.util.concurrent.locks.LockSupport.park();""", 60_000);
        assertTrue(many.hangs(), "the learner's code still runs");
        assertContains("more than 800 platform threads", many.found());
    }
}
