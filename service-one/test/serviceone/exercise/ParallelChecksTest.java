package serviceone.exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.http.Response;
import common.mode.Mode;
import java.nio.file.Path;
import serviceone.Parts;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;
import testing.Slow;
import testing.Test;

class ParallelChecksTest {
    private static final String ONE_BY_ONE = "the calls are made one after another";
    private static final String HELD_UP = "after the failure, your code still waits for info";
    private static final String INFO_LAST = "info's failure is noticed only when";
    private static final String CANCEL = "cancel the other side: future.cancel(true) interrupts its thread";
    private static final String CAUSE = "If a task throws, get() throws an ExecutionException";

    private static String parallel(String statements, String members) {
        return MeetingsSource.text("ParallelMeetings", statements, members);
    }

    private static String onExecutor(String executor, String statements) {
        return parallel("""
                try {
                    %s
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof CallException call) {
                        throw call;
                    }
                    throw new IllegalStateException(e);
                }""".formatted(statements), "private static final ExecutorService THREADS = " + executor + ";");
    }

    @Test
    void solutionPasses() throws Exception {
        Tried.assertSolutionPasses(3);
    }

    @Slow("compiles a class")
    @Test
    void anotherCorrectClassPasses() throws Exception {
        String other = parallel("""
                CompletableFuture<byte[]> info = new CompletableFuture<>();
                CompletableFuture<byte[]> meetings = new CompletableFuture<>();
                CompletableFuture<Object> failed = new CompletableFuture<>();
                Thread infoThread = start(() -> two.make(Call.info()), info, failed);
                Thread meetingsThread = start(() -> meetings(two, token), meetings, failed);
                try {
                    CompletableFuture.anyOf(failed, CompletableFuture.allOf(info, meetings)).get();
                    return Response.json(meetings.join());
                } catch (ExecutionException e) {
                    throw (CallException) e.getCause();
                } finally {
                    infoThread.interrupt();
                    meetingsThread.interrupt();
                }""", """
                private static Thread start(Callable<byte[]> side, CompletableFuture<byte[]> answer,
                        CompletableFuture<Object> failed) {
                    return Thread.startVirtualThread(() -> {
                        try {
                            answer.complete(side.call());
                        } catch (Exception e) {
                            failed.completeExceptionally(e);
                        }
                    });
                }""");
        Tried.assertRight(3, other);
    }

    @Slow("waits for time limits")
    @Test
    void templateFails() throws Exception {
        Tried.assertTemplateFails(3);
    }

    @Slow("waits for time limits")
    @Test
    void wrongParallelCallsFail() throws Exception {
        assertWrongWithParallelInfo("info.get(); return Response.json(meetings(two, token));", ONE_BY_ONE);
        assertWrongWithParallelInfo("if (info.isDone()) { info.get(); } return Response.json(meetings(two, token));",
                "nothing waits for info");
        assertWrongWithParallelInfo("byte[] m = meetings(two, token); info.get(); return Response.json(m);", CANCEL);
        assertWrongWithParallelInfo("""
                try {
                    byte[] meetings = meetings(two, token);
                    info.get();
                    return Response.json(meetings);
                } finally {
                    info.cancel(true);
                }""", INFO_LAST);
        Tried.assertWrong(3, parallel("""
                Thread info = Thread.startVirtualThread(() -> info(two));
                try {
                    byte[] meetings = meetings(two, token);
                    info.join();
                    return Response.json(meetings);
                } finally {
                    info.interrupt();
                }""", """
                private static void info(BlockingCalls two) {
                    try {
                        two.make(Call.info());
                    } catch (CallException e) {
                        Thread.currentThread().interrupt();
                    }
                }"""), "a failure was lost");
    }

    private static void assertWrongWithParallelInfo(String statements, String hint) throws Exception {
        Tried.assertWrong(3, onExecutor("Executors.newVirtualThreadPerTaskExecutor()",
                "Future<byte[]> info = THREADS.submit(() -> two.make(Call.info()));" + statements), hint);
    }

    @Slow("waits for time limits")
    @Test
    void classesThatTreatFuturesWronglyFail() throws Exception {
        String cancels = "info.cancel(true);\n                meetings.cancel(true);";
        Tried.assertWrong(3, cancels, "", HELD_UP);
        Tried.assertWrong(3, cancels, cancels.replace("true", "false"), HELD_UP);
        Tried.assertWrong(3, "meetings.cancel(true);", "", INFO_LAST);
        Tried.assertWrong(3, "throw failure(e.getCause());", "throw new IllegalStateException(e);", CAUSE);
        Tried.assertWrong(3, "            } finally {", """
                } catch (InterruptedException e) {
                    return Response.error(500, "interrupted");
                } finally {""", "the interrupt was swallowed");
        Tried.assertWrong(3, "try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {",
                "{ ExecutorService threads = Executors.newCachedThreadPool();", "each request leaves threads behind");
    }

    @Slow("waits for time limits")
    @Test
    void poolsWithTooFewThreadsFail() throws Exception {
        String fixed = "Executors.newFixedThreadPool(8)";
        String parallelInfo = """
                Future<byte[]> info = THREADS.submit(() -> two.make(Call.info()));
                byte[] meetings = meetings(two, token);
                info.get();
                return Response.json(meetings);
                """;
        Tried.assertWrong(3, onExecutor(fixed, "return THREADS.submit(() -> { " + parallelInfo + " }).get();"),
                "this is a deadlock by thread starvation");
        Tried.assertWrong(3, onExecutor(fixed, parallelInfo), "the threads of a pool limit");
        Tried.assertWrong(3, parallel("""
                CompletableFuture<byte[]> info = CompletableFuture.supplyAsync(() -> info(two));
                byte[] meetings = meetings(two, token);
                info.join();
                return Response.json(meetings);""", """
                private static byte[] info(BlockingCalls two) {
                    try {
                        return two.make(Call.info());
                    } catch (CallException e) {
                        throw new CompletionException(e);
                    }
                }"""), "use the common pool");
    }

    /**
     * To see whether the client has left, a call reads from the client's connection. After the answer, it might read
     * bytes of the next request.
     */
    @Test
    void anAnsweredRequestMakesNoFurtherCall() throws Exception {
        try (Subject subject = new Subject(Path.of("none"), 60_000)) {
            BlockingCalls[] kept = new BlockingCalls[1];
            subject.start(Mode.LOOM, 1, 60_000, Parts.OWN.with((Meetings.Blocking) (serviceTwo, token) -> {
                kept[0] = serviceTwo;
                return Response.json("{}");
            }));
            assertEquals(200, subject.get("/meetings", "t").status(), "answered");
            assertThrows(CallException.class, "the client has left", () -> kept[0].make(Call.info()));
            assertEquals(0, subject.two().calls("/info"), "calls");
        }
    }
}
