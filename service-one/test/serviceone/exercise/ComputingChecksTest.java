package serviceone.exercise;

import java.nio.file.Files;
import testing.Slow;
import testing.Test;

class ComputingChecksTest {
    private static final String POOL = "Executors.newFixedThreadPool(\n"
            + "            Runtime.getRuntime().availableProcessors(),\n"
            + "            Thread.ofPlatform().daemon().name(\"computing-\", 0).factory())";
    private static final String FACTORY = "Thread.ofPlatform().daemon().name(\"computing-\", 0).factory()";
    private static final String GET = "return answer.get();";
    private static final String SUBMIT = "computers.submit(work)";
    private static final String CANCEL = "answer.cancel(true);";
    private static final String IMPORTS = """
            import common.http.Response;
            import java.util.concurrent.*;
            import serviceone.routes.Computing;
            """;

    @Test
    void solutionPasses() throws Exception {
        Tried.assertSolutionPasses(6);
    }

    @Slow("compiles a class")
    @Test
    void aSemaphoreOrAnotherPoolPasses() throws Exception {
        Tried.assertRight(6, IMPORTS + """
                public class ComputingRequests implements Computing {
                    private final Semaphore turns =
                            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));

                    @Override
                    public Response answer(Callable<Response> work) throws Exception {
                        turns.acquire();
                        try {
                            return work.call();
                        } finally {
                            turns.release();
                        }
                    }
                }
                """);
        Tried.assertRight(6, IMPORTS + """
                public class ComputingRequests implements Computing {
                    private final ForkJoinPool pool = new ForkJoinPool(2);

                    @Override
                    public Response answer(Callable<Response> work) throws Exception {
                        CompletableFuture<Response> answer = new CompletableFuture<>();
                        pool.execute(() -> {
                            try {
                                if (!answer.isDone()) {
                                    answer.complete(work.call());
                                }
                            } catch (Throwable e) {
                                answer.completeExceptionally(e);
                            }
                        });
                        try {
                            return answer.get();
                        } catch (InterruptedException e) {
                            answer.cancel(true);
                            throw e;
                        } catch (ExecutionException e) {
                            if (e.getCause() instanceof Error error) {
                                throw error;
                            }
                            throw (Exception) e.getCause();
                        }
                    }
                }
                """);
    }

    /** Only the exercise's measurement shows that computing requests delay others. */
    @Slow("occupies all carriers for a moment")
    @Test
    void templatePassesTheBehaviourChecks() throws Exception {
        Tried.assertRight(6, Files.readString(Tried.file(6, "template")));
    }

    @Slow("waits for time limits")
    @Test
    void wrongPoolsFail() throws Exception {
        Tried.assertWrong(6, SUBMIT, POOL.replaceAll("\\s+", "") + ".submit(work)",
                "each request makes its own threads");
        Tried.assertWrong(6, POOL, "Executors.newCachedThreadPool(" + FACTORY + ")", "nothing limits the number");
        Tried.assertWrong(6, POOL, "new java.util.concurrent.ThreadPoolExecutor(2, 2, 0,\n"
                + "java.util.concurrent.TimeUnit.SECONDS, new java.util.concurrent.ArrayBlockingQueue<>(100),\n"
                + FACTORY + ")", "a full queue rejects work");
        Tried.assertWrong(6, GET, "return answer.isDone() ? answer.get() : Response.error(202, \"accepted\");",
                "wait for the answer");
        Tried.assertWrong(6, POOL, "Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())",
                "must be daemon threads");
    }

    @Slow("waits for time limits")
    @Test
    void wrongTreatmentOfFailuresAndInterruptsFails() throws Exception {
        String wraps = "a future wraps what the work has thrown";
        Tried.assertWrong(6, "case Exception thrown -> throw thrown;\n", "", wraps);
        Tried.assertWrong(6, "case Error thrown -> throw thrown;\n", "", wraps);
        Tried.assertWrong(6, "case Exception thrown -> throw thrown;",
                "case Exception thrown -> throw new IllegalStateException(thrown);", "not another one");
        Tried.assertWrong(6, "case Exception thrown -> throw thrown;",
                "case Exception thrown -> { return Response.json(\"{}\"); }",
                "answer() must throw what the work throws");
        Tried.assertWrong(6, CANCEL, "", "future.cancel(true)");
        Tried.assertWrong(6, GET, """
                while (true) {
                    try {
                        return answer.get();
                    } catch (InterruptedException e) {
                        // wait again
                    }
                }""", "do not wait again");
        Tried.assertWrong(6, "} catch (ExecutionException e) {", """
                } catch (InterruptedException e) {
                    return null;
                } catch (ExecutionException e) {""", "let the InterruptedException of get() leave answer()");
    }

    /** An Error ends a thread of the pool, and nothing replaces it. */
    @Slow("waits for time limits")
    @Test
    void poolsThatLoseThreadsFail() throws Exception {
        Tried.assertWrong(6, IMPORTS + """
                public class ComputingRequests implements Computing {
                    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

                    public ComputingRequests() {
                        for (int i = 0; i < 2; i++) {
                            Thread.ofPlatform().daemon().start(this::compute);
                        }
                    }

                    private void compute() {
                        try {
                            while (true) {
                                tasks.take().run();
                            }
                        } catch (InterruptedException e) {
                            // The program ends.
                        }
                    }

                    @Override
                    public Response answer(Callable<Response> work) throws Exception {
                        CompletableFuture<Response> answer = new CompletableFuture<>();
                        tasks.put(() -> {
                            try {
                                answer.complete(work.call());
                            } catch (Exception e) {
                                answer.completeExceptionally(e);
                            }
                        });
                        try {
                            return answer.get();
                        } catch (ExecutionException e) {
                            throw (Exception) e.getCause();
                        }
                    }
                }
                """, "An Error is not an Exception");
    }
}
