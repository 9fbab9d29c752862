package serviceone.exercise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import serviceone.exercise.Check.Result;
import testing.Slow;
import testing.Test;

class DrainChecksTest {
    private static final String STILL_THERE = "stop() waits for threads that do not end";
    private static final String NOT_INTERRUPTED = "stop() must also interrupt the threads that serve";
    private static final String DIES_OF_AN_ERROR = "an Error ended the thread";
    private static final String LEFT_BEHIND = "a task has left an interrupt behind";
    private static final String SWALLOWED = "a task has swallowed the interrupt of stop()";
    private static final String SERVES_ITSELF = "the thread that takes sockets serves them itself";

    private static final String LOOP = """
                    while (!stopped) {
                        try {
                            service.accept(queue.take());
                        } catch (InterruptedException e) {
                            // If stop() interrupted this thread, the loop ends. If a task did, the loop continues.
                        } catch (Throwable e) {
                            System.err.println("a task threw " + e);
                        }
                    }
            """;

    @Test
    void solutionsPass() throws Exception {
        for (int exercise : new int[] {1, 2, 8}) {
            Tried.assertSolutionPasses(exercise);
        }
    }

    @Slow("waits for time limits")
    @Test
    void templatesFail() throws Exception {
        for (int exercise : new int[] {1, 2, 8}) {
            Tried.assertTemplateFails(exercise);
        }
    }

    @Slow("waits for time limits")
    @Test
    void wrongFixedPoolsFail() throws Exception {
        Tried.assertWrong(1, "service.accept(queue.take());", """
                ClientSocket socket = queue.take();
                Thread.ofPlatform().start(() -> service.accept(socket));""", "nothing limits the number of threads");
        Tried.assertWrong(1, "i < size", "i < 1", "one thread takes and serves");
        Tried.assertWrong(1, "i < size", "i < size / 2", "start as many threads as the constructor's argument says");
        Tried.assertWrong(1, "Thread.ofPlatform()", "Thread.ofVirtual()", "this drain needs platform threads");
        Tried.assertWrong(1, ".start(this::takeAndServe)", ".unstarted(this::takeAndServe)", "no thread serves");
        Tried.assertWrong(1, ".name(\"pool-\" + i).start(this::takeAndServe));", ".unstarted(this::takeAndServe));\n"
                + "takeAndServe();", "start() must only start threads");
    }

    @Slow("compiles a class")
    @Test
    void otherFixedPoolsPass() throws Exception {
        String ours = Files.readString(Tried.file(1, "solution"));
        Tried.assertRight(1, ours.replace("List<Thread> threads = new ArrayList<>()",
                "ExecutorService threads = Executors.newCachedThreadPool()")
                .replace("threads.add(Thread.ofPlatform().name(\"pool-\" + i).start(this::takeAndServe))",
                        "threads.execute(this::takeAndServe)")
                .replace("threads.forEach(Thread::interrupt);\n", "threads.shutdownNow();\n")
                .replaceAll("for \\(Thread[^}]*\\}", "while (!threads.isTerminated()) Thread.sleep(1);")
                .replace("java.util.ArrayList", "java.util.concurrent.ExecutorService")
                .replace("java.util.List", "java.util.concurrent.Executors"));
        Tried.assertRight(1, ours.replace("            thread.join();", """
                while (!thread.join(java.time.Duration.ofMillis(10))) {
                    thread.interrupt();
                }
                """));
    }

    @Slow("waits for time limits")
    @Test
    void fixedPoolsWithTheirOwnQueueFail() throws Exception {
        Tried.assertWrong(1, drainWithTaker("newFixedThreadPool(size)", ""), "an unbounded queue");
        Tried.assertWrong(1, drainWithTaker("newFixedThreadPool(size)", "permits.acquire();"),
                "a thread that only takes sockets is one thread too many");
    }

    private static String drainWithTaker(String executor, String beforeTake) {
        return """
                import java.util.concurrent.ExecutorService;
                import java.util.concurrent.Executors;
                import java.util.concurrent.Semaphore;
                import java.util.function.Consumer;
                import serviceone.server.ClientSocket;
                import serviceone.server.Drain;
                import serviceone.server.SocketQueue;

                public class FixedPoolDrain implements Drain {
                    private final Semaphore permits;
                    private final ExecutorService executor;
                    private final Thread taker;

                    public FixedPoolDrain(SocketQueue queue, Consumer<ClientSocket> service, int size) {
                        permits = new Semaphore(size);
                        executor = Executors.%s;
                        taker = new Thread(() -> {
                            try {
                                while (true) {
                                    %s
                                    ClientSocket socket = queue.take();
                                    executor.execute(() -> {
                                        try {
                                            service.accept(socket);
                                        } finally {
                                            permits.release();
                                        }
                                    });
                                }
                            } catch (InterruptedException e) {
                            }
                        });
                    }

                    @Override
                    public void start() {
                        taker.start();
                    }

                    @Override
                    public void stop() throws InterruptedException {
                        taker.interrupt();
                        taker.join();
                        executor.shutdownNow();
                    }
                }
                """.formatted(executor, beforeTake);
    }

    @Slow("waits for time limits")
    @Test
    void fixedPoolsThatLoseOrLeakThreadsFail() throws Exception {
        Tried.assertWrong(1, "catch (Throwable e)", "catch (RuntimeException e)", DIES_OF_AN_ERROR);
        Tried.assertWrong(1, LOOP, """
                try {
                    while (!stopped) {
                        service.accept(queue.take());
                    }
                } catch (Throwable e) {
                    System.err.println("a task threw " + e);
                }
                """, "Put the try inside the loop");
        Tried.assertWrong(1, "// If stop()", "return; // If stop()", LEFT_BEHIND);
        Tried.assertWrong(1, "while (!stopped)", "while (!Thread.currentThread().isInterrupted())", LEFT_BEHIND);
        Tried.assertWrong(1, LOOP, LOOP.replace("!stopped", "true")
                .replace("// If stop()", "if (stopped) return; // If stop()"), SWALLOWED);
        Tried.assertWrong(1, "threads.forEach(Thread::interrupt);", "", STILL_THERE);
        Tried.assertWrong(1, "while (!stopped)", "while (true)", STILL_THERE);
        Tried.assertWrong(1, Files.readString(Tried.file(1, "solution"))
                .replace("threads.forEach(Thread::interrupt);", "")
                .replace("thread.join();", "thread.interrupt();\nthread.join();"),
                "First interrupt all threads, then join them");
    }

    @Slow("waits for time limits")
    @Test
    void wrongDrainsOnVirtualThreadsFail() throws Exception {
        String executor = "Executors.newVirtualThreadPerTaskExecutor()";
        String serves = "executor.execute(() -> service.accept(socket));";
        Tried.assertWrong(2, executor, "Executors.newFixedThreadPool(100)", "these are platform threads");
        Tried.assertWrong(2, executor, "Executors.newFixedThreadPool(100, Thread.ofVirtual().factory())",
                "a pool of virtual threads is a needless limit");
        Tried.assertWrong(2, serves, "service.accept(socket);", SERVES_ITSELF);
        Tried.assertWrong(2, serves, "Thread.ofVirtual().unstarted(() -> service.accept(socket));",
                "have you started the thread that calls it");
        Tried.assertWrong(2, serves, "Thread.startVirtualThread(() -> service.accept(socket));", NOT_INTERRUPTED);
        Tried.assertWrong(2, "executor.shutdownNow()", "executor.shutdown()", NOT_INTERRUPTED);
        Tried.assertWrong(2, "executor.shutdownNow()", "executor.close()", "shutdownNow() interrupts");
        Tried.assertWrong(2, "taker.interrupt();", "", STILL_THERE);
    }

    @Slow("starts many threads")
    @Test
    void aDrainThatNeverStopsStartingThreadsIsGivenUp() throws Exception {
        Result failed = Tried.assertWrong(2, Files.readString(Tried.file(2, "solution"))
                .replace("while (true)", "while (!Thread.currentThread().isInterrupted())")
                .replace("ClientSocket socket = queue.take();", "")
                .replace("executor.execute(() -> service.accept(socket));", """
                        executor.submit(() -> {
                            service.accept(queue.take());
                            return null;
                        });
                        Thread.sleep(0, 1);
                        """)
                .replace("// stop() has", "executor.shutdownNow(); // stop() has"),
                "Take the socket before you start its thread");
        assertTrue(failed.hangs(), "the learner's code still runs");
    }

    @Slow("waits for time limits")
    @Test
    void tooFewThreadsAreNotMistakenForLostThreads() throws Exception {
        Result limited = Tried.check(2, "a task that throws does not affect other sockets",
                "Executors.newVirtualThreadPerTaskExecutor()",
                "Executors.newFixedThreadPool(100, Thread.ofVirtual().factory())");
        assertTrue(limited.passed(), limited.toString());
        Result half = Tried.check(1, "a task that throws costs no thread", "i < size", "i < size / 2");
        assertTrue(half.passed(), half.toString());
        assertContains("a thread that other sockets need", Tried.check(2,
                "a task that throws does not affect other sockets",
                "executor.execute(() -> service.accept(socket));", "service.accept(socket);").hint());
    }

    @Slow("waits for time limits")
    @Test
    void wrongOwnDrainsFail() throws Exception {
        Tried.assertWrong(8, "startNextLeader();\n            service.accept(socket);",
                "service.accept(socket);\n            startNextLeader();", "one socket holds up others");
        Tried.assertWrong(8, "threads.shutdownNow();", "threads.shutdown();", STILL_THERE);
        Tried.assertWrong(8, "            service.accept(socket);",
                "            service.accept(socket);\n            service.accept(socket);",
                "must be passed to service.accept once");
        Tried.assertWrong(8, "startNextLeader();\n", "\n", "take the next one");
    }

    @Slow("waits for time limits")
    @Test
    void ownDrainsWithASemaphorePassIfTheyReturnPermits() throws Exception {
        String right = drainWithTaker("newVirtualThreadPerTaskExecutor()", "permits.acquire();")
                .replace("FixedPoolDrain", "OwnDrain")
                .replace("executor.shutdownNow();", "executor.shutdownNow();\n"
                        + "executor.awaitTermination(1, java.util.concurrent.TimeUnit.MINUTES);");
        Tried.assertRight(8, right);
        Tried.assertWrong(8, right.replaceAll("try \\{(\\s+service.accept\\(socket\\);\\s+)\\} finally \\{"
                + "(\\s+permits.release\\(\\);\\s+)\\}", "$1$2"), "release them in a finally");
    }

    @Slow("waits for time limits")
    @Test
    void ownDrainsWithAPoolPassUnlessTheyLoseThreads() throws Exception {
        String pool = Files.readString(Tried.file(1, "solution")).replace("FixedPoolDrain", "OwnDrain");
        Tried.assertRight(8, pool);
        Tried.assertWrong(8, pool.replace("// If stop()", "return; // If stop()"),
                LEFT_BEHIND);
        Tried.assertWrong(8, pool.replace("while (!stopped)", "while (true)").replace("// If stop()",
                "if (stopped) return; // If stop()"), SWALLOWED);
    }
}
