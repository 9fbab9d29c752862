package exercise.harness;

import module java.base;
import common.http.Response;
import serviceone.calls.AsyncCalls;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.meter.Stage;
import serviceone.routes.Parts;

/**
 * A request for {@code /meetings}, which the learner's class answers. It stands in for service two: a check holds its
 * calls, makes them slow, or lets them fail. The user of the token {@code t} is {@code user-of-t}, unless the check
 * names another.
 */
public final class Asking implements BlockingCalls {
    public final String token;
    public final Queue<String> targets = new ConcurrentLinkedQueue<>();
    public final Queue<Stage> inFlight = new ConcurrentLinkedQueue<>();
    /** Those that made a call or completed the future of the answer. */
    public final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    /** Calls that were interrupted. */
    public final Set<Stage> abandoned = ConcurrentHashMap.newKeySet();
    /** A call is answered when the gate of its stage opens, and fails if that has failed. */
    private final Map<Stage, CompletableFuture<Void>> gates = new EnumMap<>(Stage.class);
    private final CompletableFuture<Object> result = new CompletableFuture<>();
    private final Subject subject;
    private final Parts parts;
    private final boolean isAsync;
    private final Executor loop;
    private volatile long longestTurn;
    private int callMillis;
    public String user;
    private long begun;
    private volatile long ended;
    /** Whether the service answers this request with 503, because it stops. */
    public volatile boolean wasStopped;
    public volatile Thread thread;

    Asking(Subject subject, Parts parts, String token, Executor loop) {
        this.subject = subject;
        this.parts = parts;
        this.isAsync = subject.parts.async().getClass().getPackageName().isEmpty();      // it is the learner's
        this.token = token;
        this.user = "user-of-" + token;
        this.loop = turn -> loop.execute(() -> time(turn));
        List.of(Stage.values()).forEach(each -> gates.put(each, CompletableFuture.completedFuture(null)));
    }

    /** Authenticate returns this user. */
    public Asking as(String user) {
        this.user = user;
        return this;
    }

    public Asking hold(Collection<Stage> stages) {
        stages.forEach(each -> gates.put(each, new CompletableFuture<>()));
        return this;
    }

    /** Each call at these stages takes this time. */
    public Asking slow(int millis, Stage... stages) {
        callMillis = millis;
        return hold(List.of(stages));
    }

    public void release(Stage stage) {
        gates.get(stage).complete(null);
    }

    public void fail(Stage stage, CallException failure) {
        gates.get(stage).completeExceptionally(failure);
    }

    public Asking ask() {
        return askOn(Thread::startVirtualThread);
    }

    /** As a client does that asks more than once on a connection. */
    public Asking askOn(Executor client) {
        begun = System.nanoTime();
        (isAsync ? loop : client).execute(() -> {
            thread = Thread.currentThread();
            try {
                if (isAsync) {
                    parts.async().answer(onLoop(), token).whenComplete((response, e) -> {
                        threads.add(Thread.currentThread());
                        end(e == null ? response : cause(e));
                    });
                } else {
                    end(parts.blocking().answer(this, token));
                }
            } catch (Throwable e) {
                end(e);
            }
        });
        return this;
    }

    private static Throwable cause(Throwable e) {
        return e instanceof CompletionException ? e.getCause() : e;
    }

    private void time(Runnable turn) {
        long start = System.nanoTime();
        turn.run();
        longestTurn = Math.max(longestTurn, System.nanoTime() - start);
    }

    private void end(Object found) {
        ended = System.nanoTime();
        wasStopped = found instanceof InterruptedException || Thread.currentThread().isInterrupted();
        result.complete(found == null ? "null" : found);
    }

    /** Ends with the check. */
    void close() {
        gates.values().forEach(each -> each.complete(null));
        if (thread != null && !isDone()) {
            thread.interrupt();
        }
    }

    public boolean isDone() {
        return result.isDone();
    }

    /** What {@code answer()} has returned or thrown. */
    public Object result(String after) throws Exception {
        subject.requireSoon(this::isDone, () -> after + ", and a client got no answer", "no-answer");
        return result.join();
    }

    /** The body of a right answer; otherwise, what came instead. */
    public String text(String after) throws Exception {
        return result(after) instanceof Response response && response.status() == 200
                ? new String(response.body(), StandardCharsets.UTF_8) : "" + result.join();
    }

    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(ended - begun);
    }

    /** How long this request has kept the event loop from all others at most. */
    public long longestTurnMicros() {
        return TimeUnit.NANOSECONDS.toMicros(longestTurn);
    }

    /** Fails the check if the learner's code makes the event loop wait. */
    public void requireNoWait() throws Exception {
        Optional<String> line = isAsync && thread != null ? Stacks.waiting(thread) : Optional.empty();
        Check.require(line.isEmpty(), "the event loop waits at " + line.orElse(""), "blocks");
    }

    private Object right(Call<?> call) {
        String value = call.target().substring(call.target().indexOf('=') + 1);
        return switch (call.stage()) {
            case INFO -> "{\"service\":\"two\"}".getBytes(StandardCharsets.UTF_8);
            case AUTHENTICATE -> user;
            case AUTHORIZE -> value;
            case MEETINGS -> meetings(value).getBytes(StandardCharsets.UTF_8);
        };
    }

    static String meetings(String user) {
        return "{\"meetings\":[{\"user\":\"" + user + "\"}]}";
    }

    private CompletableFuture<Void> begin(Call<?> call) {
        threads.add(Thread.currentThread());
        inFlight.add(call.stage());
        targets.add(call.target());
        CompletableFuture<Void> gate = gates.get(call.stage());
        return callMillis == 0 ? gate : gate.completeOnTimeout(null, callMillis, TimeUnit.MILLISECONDS);
    }

    /** On one of the service's own connections, an interrupt also ends the call, and stays set. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T make(Call<T> call) throws CallException {
        CompletableFuture<Void> gate = begin(call);
        try {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            gate.get();
            return (T) right(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            abandoned.add(call.stage());
            throw CallException.refused(call.stage(), "interrupted");
        } catch (ExecutionException e) {
            throw (CallException) e.getCause();
        } finally {
            inFlight.remove(call.stage());
        }
    }

    private AsyncCalls onLoop() {
        return new AsyncCalls() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> CompletableFuture<T> make(Call<T> call) {
                CompletableFuture<T> answer = new CompletableFuture<>();
                begin(call).whenCompleteAsync((_, e) -> {
                    inFlight.remove(call.stage());
                    if (e == null) {
                        answer.complete((T) right(call));
                    } else {
                        answer.completeExceptionally(e);
                    }
                }, loop);
                return answer;
            }
        };
    }
}
