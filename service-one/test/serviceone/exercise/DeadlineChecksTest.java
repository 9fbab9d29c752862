package serviceone.exercise;

import module java.base;
import testing.CheckPool;
import testing.Slow;
import testing.Test;

@Slow("waits for deadlines")
class DeadlineChecksTest {
    private static final String FAILURE = "throw failure(e.getCause());";
    private static final String CAUSE = "If a task throws, get() throws an ExecutionException";

    @Test
    void solutionPasses() throws Exception {
        Tried.assertSolutionPasses(5);
    }

    @Test
    void templateFails() throws Exception {
        Tried.assertTemplateFails(5);
    }

    @Test
    void otherCorrectClassesPass() throws Exception {
        String chain = deadline("""
                Future<byte[]> chain = THREADS.submit(() -> {
                    two.make(Call.info());
                    return meetings(two, token);
                });
                try {
                    return Response.json(chain.get(1, TimeUnit.SECONDS));
                } catch (ExecutionException e) {
                    throw (CallException) e.getCause();
                } catch (TimeoutException e) {
                    throw CallException.late(Call.info().stage(), "or one of the others");
                } finally {
                    chain.cancel(true);
                }""");
        CheckPool.run(Stream.of(() -> Tried.assertRight(5, chain),
                () -> Tried.assertRight(5, timer("timer.cancel(false);"))));
    }

    private static String deadline(String statements) {
        return MeetingsSource.text("DeadlineMeetings", statements, """
                private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
                private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().factory());
                """);
    }

    private static String timer(String atTheEnd) {
        return deadline("""
                Thread own = Thread.currentThread();
                AtomicBoolean late = new AtomicBoolean();
                Future<?> timer = TIMER.schedule(() -> {
                    late.set(true);
                    own.interrupt();
                }, 1, TimeUnit.SECONDS);
                try {
                    two.make(Call.info());
                    return Response.json(meetings(two, token));
                } catch (CallException e) {
                    if (late.get() && Thread.interrupted()) {
                        throw CallException.late(Call.info().stage(), "or one of the others");
                    }
                    throw e;
                } finally {
                    %s
                }""".formatted(atTheEnd));
    }

    @Test
    void wrongDeadlinesFail() throws Exception {
        String left = "long left = deadline - System.nanoTime();";
        String begin = "long deadline = System.nanoTime() + DEADLINE_NANOS;";
        String nanos = "TimeUnit.MILLISECONDS.toNanos(1_000)";
        String ours = Files.readString(Tried.file(5, "solution"));
        String field = "private final ExecutorService";
        CheckPool.run(Stream.of(
                wrong(left, "long left = DEADLINE_NANOS;", "each call has a time limit of its own"),
                wrong("return answer.get(left, ", "return answer.get(DEADLINE_NANOS, ",
                        "the deadline is checked only between two calls"),
                wrong(nanos, "1_000_000", "does it have the same unit as the clock"),
                wrong(nanos, "1_000_000_000_000L", "or there is no limit"),
                () -> Tried.assertWrong(5, ours.replace(begin, "").replace(field, "private final " + begin + field),
                        "from the creation of your object"),
                () -> Tried.assertWrong(5, ours.replace(begin, begin.replace("long ", ""))
                        .replace(", deadline)", ")").replace(", long deadline)", ")")
                        .replace(field, "private volatile long deadline;" + field),
                        "kept in a field, where the next request"),
                () -> Tried.assertWrong(5, timer(""), "an earlier request's deadline ended this request")));
    }

    private static CheckPool.Check wrong(String old, String changed, String hint) {
        return () -> Tried.assertWrong(5, old, changed, hint);
    }

    @Test
    void classesThatTreatLateCallsWronglyFail() throws Exception {
        String cancels = "answer.cancel(true);";
        String continues = "the client got its 504, but the call continued";
        CheckPool.run(Stream.of(
                wrong(cancels, "", continues),
                wrong(cancels, "answer.cancel(false);", continues),
                wrong("CallException.late(call.stage()", "CallException.refused(call.stage()",
                        "throw CallException.late(call.stage(), …)"),
                wrong("catch (TimeoutException e)", "catch (InterruptedException | TimeoutException e)",
                        "the interrupt was swallowed"),
                wrong("Executors.newVirtualThreadPerTaskExecutor()", "Executors.newFixedThreadPool(8)",
                        "the threads of a pool limit")));
    }

    @Test
    void classesThatReplaceAFailureFail() throws Exception {
        Tried.assertWrong(5, FAILURE, "throw new IllegalStateException(e);", CAUSE);
        Tried.assertWrong(5, FAILURE, "throw late(call);", CAUSE);
    }
}
