import module java.base;
import common.http.Response;
import serviceone.calls.AsyncCalls;
import serviceone.calls.BlockingCalls;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;
import serviceone.meter.Stage;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/**
 * Parts of the service as learners write them: each by the name of its mistake, and those without one. Like a
 * learner's classes, this one has no package, so a test makes one by its name.
 */
public class Learners implements Function<String, Object> {
    @Override
    public Object apply(String mistake) {
        return switch (mistake.split(" ")[0]) {
            case "pool" -> (Drain.Maker) (queue, service, threads) -> new Pool(mistake, queue, service, threads);
            case "sequence" -> new Sequence(mistake);
            case "parallel" -> new Parallel(mistake);
            default -> new Chain(mistake);
        };
    }

    private static final class Pool implements Drain {
        private final String mistake;
        private final SocketQueue queue;
        private final Consumer<ClientSocket> service;
        private final int size;
        private final List<Thread> threads = new CopyOnWriteArrayList<>();
        private volatile boolean stopped;

        Pool(String mistake, SocketQueue queue, Consumer<ClientSocket> service, int size) {
            this.mistake = mistake;
            this.queue = queue;
            this.service = service;
            this.size = size;
        }

        private boolean has(String part) {
            return mistake.endsWith(" " + part);
        }

        @Override
        public void start() {
            if (has("start() waits")) {
                takeAndServe();
            }
            for (int i = 0; i < (has("one thread") ? 1 : has("no thread") ? 0 : size); i++) {
                threads.add(Thread.ofPlatform().daemon().start(has("own queue") ? this::takeAhead
                        : has("threads without end") ? this::startWithoutEnd : this::takeAndServe));
            }
        }

        private void takeAndServe() {
            while (!stopped) {
                try {
                    ClientSocket socket = queue.take();
                    service.accept(socket);
                    if (has("twice")) {
                        service.accept(socket);
                    }
                    if (has("once")) {
                        return;
                    }
                } catch (InterruptedException e) {
                    if (has("ends by any interrupt")) {
                        return;
                    }
                } catch (Throwable e) {
                    if (has("ends by an Error") && e instanceof Error || has("ends by any failure")) {
                        return;
                    }
                }
            }
        }

        private void takeAhead() {
            try {
                List<ClientSocket> own = new ArrayList<>();
                while (!stopped) {
                    own.add(queue.take());
                    own.add(queue.take());
                    own.forEach(service);
                    own.clear();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void startWithoutEnd() {
            while (!stopped && !Thread.currentThread().isInterrupted()) {
                threads.add(Thread.startVirtualThread(() -> {
                    try {
                        service.accept(queue.take());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
                if (threads.size() > 1_500) {
                    return;
                }
            }
        }

        @Override
        public void stop() throws InterruptedException {
            stopped = !has("no flag");
            for (Thread each : has("no interrupt") ? List.<Thread>of() : threads) {
                each.interrupt();
                if (has("one by one")) {
                    each.join();
                }
            }
            for (Thread each : has("no join") || has("no interrupt") ? List.<Thread>of() : threads) {
                each.join();
            }
            if (has("one stays")) {
                Thread.ofPlatform().daemon().start(this::stay);
            }
        }

        private void stay() {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Sequence implements Meetings.Blocking {
        private final String mistake;
        private volatile String keptUser;

        Sequence(String mistake) {
            this.mistake = mistake;
        }

        private boolean has(String part) {
            return mistake.endsWith(" " + part);
        }

        @Override
        public Response answer(BlockingCalls two, String token) throws CallException, InterruptedException {
            try {
                return answered(two, token);
            } catch (CallException e) {
                if (Thread.currentThread().isInterrupted() && !has("hides an interrupt")) {
                    throw new InterruptedException();
                }
                if (has("hides an interrupt")) {
                    Thread.interrupted();
                }
                return after(e, two);
            }
        }

        private Response answered(BlockingCalls two, String token) throws CallException {
            if (!has("info last")) {
                two.make(Call.info());
            }
            String user = two.make(Call.authenticate(token));
            if (has("keeps the user")) {
                keptUser = keptUser == null ? user : keptUser;
                user = keptUser;
            }
            if (has("info last")) {
                two.make(Call.info());
            }
            String allowed = two.make(Call.authorize(has("wrong user") ? "another" : user));
            if (has("answers early")) {
                return Response.json("{}");
            }
            byte[] meetings = two.make(Call.meetings(allowed));
            if (has("repeats a call")) {
                two.make(Call.info());
            }
            return has("answers with nothing") ? null : Response.json(meetings);
        }

        private Response after(CallException failure, BlockingCalls two) throws CallException, InterruptedException {
            if (has("loses a failure")) {
                return Response.json("{}");
            }
            if (has("replaces a failure")) {
                throw CallException.refused(Stage.INFO, "replaced");
            }
            if (has("goes on after a failure")) {
                two.make(Call.meetings("user-of-t"));
            }
            if (has("repeats a failed call")) {
                two.make(Call.authenticate("t"));
            }
            if (has("interrupts itself")) {
                Thread.currentThread().interrupt();
            }
            if (has("waits after a failure")) {
                Thread.sleep(60_000);
            }
            throw failure;
        }
    }

    /** Info beside the other three. */
    private static final class Parallel implements Meetings.Blocking {
        private final String mistake;

        Parallel(String mistake) {
            this.mistake = mistake;
        }

        private boolean has(String part) {
            return mistake.endsWith(" " + part);
        }

        @Override
        public Response answer(BlockingCalls two, String token) throws CallException, InterruptedException {
            CompletableFuture<Object> first = new CompletableFuture<>();
            FutureTask<byte[]> info = new FutureTask<>(() -> two.make(Call.info()));
            FutureTask<byte[]> meetings = new FutureTask<>(() -> two.make(Call.meetings(two.make(Call.authorize(
                    two.make(Call.authenticate(token)))))));
            List<FutureTask<byte[]>> both = List.of(info, meetings);
            for (FutureTask<byte[]> each : both) {
                Thread.startVirtualThread(() -> {
                    each.run();
                    if (each.state() == Future.State.FAILED) {
                        first.completeExceptionally(each.exceptionNow());
                    } else if (both.stream().allMatch(one -> one.state() == Future.State.SUCCESS)) {
                        first.complete("");
                    }
                });
            }
            try {
                if (has("waits for info first")) {
                    info.get();
                    meetings.get();
                } else if (has("waits for info last")) {
                    meetings.get();
                    info.get();
                } else {
                    first.get();
                }
                return Response.json(meetings.get());
            } catch (ExecutionException e) {
                throw (CallException) e.getCause();
            } finally {
                both.forEach(each -> each.cancel(!has("does not cancel")));
            }
        }
    }

    private static final class Chain implements Meetings.Async {
        private final String mistake;

        Chain(String mistake) {
            this.mistake = mistake;
        }

        @Override
        public CompletableFuture<Response> answer(AsyncCalls two, String token) {
            if (mistake.endsWith(" blocks")) {
                two.make(Call.info()).join();
            }
            return two.make(Call.info()).thenCompose(_ -> two.make(Call.authenticate(token)))
                    .thenCompose(user -> two.make(Call.authorize(user)))
                    .thenCompose(allowed -> two.make(Call.meetings(allowed))).thenApply(Response::json);
        }
    }
}
