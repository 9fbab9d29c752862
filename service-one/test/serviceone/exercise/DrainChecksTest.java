package serviceone.exercise;

import testing.Slow;
import testing.Test;

/** What the checks of exercises 1, 2 and 8 say of drains: of ours, of the templates, and of those with a mistake. */
class DrainChecksTest {
    private static final String STILL_THERE = "stop() waits for threads that do not end";
    private static final String NOT_INTERRUPTED = "stop() interrupts those that serve, too";
    private static final String DIES_OF_AN_ERROR = "an Error is no Exception";
    private static final String SERVES_ITSELF = "the thread that takes sockets serves them itself";

    @Test
    void oursPass() throws Exception {
        for (int exercise : new int[] {1, 2, 8}) {
            Tried.assertSolutionPasses(exercise);
        }
    }

    @Slow("waits for what a template does not do")
    @Test
    void templatesAreNotYet() throws Exception {
        for (int exercise : new int[] {1, 2, 8}) {
            Tried.assertTemplateIsNotYet(exercise);
        }
    }

    @Slow("waits for what does not come")
    @Test
    void fixedPoolsWithAMistake() throws Exception {
        Tried.assertWrong(1, "catch (Throwable e)", "catch (RuntimeException e)", DIES_OF_AN_ERROR);
        Tried.assertWrong(1, "service.accept(queue.take());", """
                ClientSocket socket = queue.take();
                Thread.ofPlatform().start(() -> service.accept(socket));""", "nothing limits the number of threads");
        Tried.assertWrong(1, "i < size", "i < 1", "one thread takes and serves");
        Tried.assertWrong(1, "i < size", "i < size / 2", "start as many threads as the constructor was told");
        Tried.assertWrong(1, "Thread.ofPlatform()", "Thread.ofVirtual()", "this drain has platform threads");
        Tried.assertWrong(1, "threads.forEach(Thread::interrupt);", "", STILL_THERE);
        Tried.assertWrong(1, "while (!stopped)", "while (true)", STILL_THERE);
        Tried.assertWrong(1, ".name(\"pool-\" + i).start(this::takeAndServe));", ".unstarted(this::takeAndServe));\n"
                + "takeAndServe();", "start() only starts threads");
    }

    @Slow("waits for what does not come")
    @Test
    void virtualThreadsWithAMistake() throws Exception {
        String servants = "Executors.newVirtualThreadPerTaskExecutor()";
        String serves = "servants.execute(() -> service.accept(socket));";
        Tried.assertWrong(2, servants, "Executors.newFixedThreadPool(100)", "these are platform threads");
        Tried.assertWrong(2, servants, "Executors.newFixedThreadPool(100, Thread.ofVirtual().factory())",
                "a pool of virtual threads is a limit that nothing needs");
        Tried.assertWrong(2, serves, "service.accept(socket);", SERVES_ITSELF);
        Tried.assertWrong(2, serves, "Thread.startVirtualThread(() -> service.accept(socket));", NOT_INTERRUPTED);
        Tried.assertWrong(2, "servants.shutdownNow()", "servants.shutdown()", NOT_INTERRUPTED);
        Tried.assertWrong(2, "taker.interrupt();", "", STILL_THERE);
    }

    @Slow("waits for what does not come")
    @Test
    void ownDrainsWithAMistake() throws Exception {
        Tried.assertWrong(8, "startNextLeader();\n            service.accept(socket);",
                "service.accept(socket);\n            startNextLeader();", "a socket that waits holds up others");
        Tried.assertWrong(8, "threads.shutdownNow();", "threads.shutdown();", STILL_THERE);
        Tried.assertWrong(8, "            service.accept(socket);",
                "            service.accept(socket);\n            service.accept(socket);",
                "belongs to the thread that took it");
        Tried.assertWrong(8, "startNextLeader();\n", "\n", "goes on with the next socket");
    }
}
