package serviceone.routes;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import common.http.Response;
import common.io.Clock;
import common.io.EventLoop;
import common.mode.Mode;
import java.util.logging.Level;
import java.util.logging.Logger;
import serviceone.Server;
import serviceone.calls.AsyncClient;
import serviceone.calls.Bulkhead;
import serviceone.calls.Meetings;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.server.RawClient;
import serviceone.server.Settings;
import testing.CheckPool;
import testing.Test;

class AsyncRoutesTest {
    /** This field keeps the logger alive, because the logging system references it only weakly. */
    private static final Logger LOG = Logger.getLogger("serviceone.routes.RouteTable");
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final ServiceTwoAddress NO_CALLS = new ServiceTwoAddress(ANY, "two", 1, 1, 1, new Bulkhead(0, 0));
    private static final int CLIENTS = 4;
    private static final int PIPELINED = 100;
    private static final int LONGEST_NANOS = 100_000;
    private static final int LIMIT_SECONDS = 60;

    AsyncRoutesTest() {
        LOG.setLevel(Level.OFF);
    }

    private static CompletableFuture<Response> onPool(String token) {
        return CompletableFuture.supplyAsync(() -> {
            long end = System.nanoTime() + ThreadLocalRandom.current().nextInt(LONGEST_NANOS);
            while (System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            return Response.text(200, token);
        }, ForkJoinPool.commonPool());
    }

    private static Shared shared(Meetings.Async meetings) {
        return new Shared(Settings.DEFAULTS, NO_CALLS, new Meter(Mode.ASYNC), Parts.OWN.with(meetings), Map.of());
    }

    /** Each request is sent alone, so that the loop often reads one while another is being answered. */
    @Test
    void aFutureMayCompleteOnAnyThread() throws Exception {
        Server server = new Server(Mode.ASYNC, 1, ANY, shared((_, token) -> onPool(token))).start();
        try {
            CheckPool.run(Stream.<CheckPool.Check>generate(() -> () -> checkPipelined(server.port())).limit(CLIENTS));
        } finally {
            server.stop();
        }
    }

    private static void checkPipelined(int port) throws Exception {
        try (RawClient client = new RawClient(port)) {
            client.socket.setTcpNoDelay(true);
            FutureTask<Void> sending = new FutureTask<>(() -> {
                for (int i = 0; i < PIPELINED; i++) {
                    client.send(RawClient.request("/meetings").replace("token", "answer " + i));
                }
                return null;
            });
            Thread.ofPlatform().daemon().start(sending);
            for (int i = 0; i < PIPELINED; i++) {
                assertEquals("answer " + i, client.receive().body(), "the answer to request " + i);
            }
            sending.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private interface Use {
        void run(EventLoop loop, AsyncRoutes routes) throws Exception;
    }

    private static void withRoutes(Executor workers, Meetings.Async meetings, Use use) throws Exception {
        EventLoop loop = new EventLoop(Thread.ofPlatform().name("the loop"), Clock.SYSTEM);
        AsyncRoutes routes = new AsyncRoutes(new AsyncClient(NO_CALLS, loop), loop, workers, shared(meetings));
        try (loop) {
            loop.start();
            use.run(loop, routes);
        }
    }

    private static CompletableFuture<Response> answer(String path, AsyncRoutes routes) {
        return routes.answer(Asked.request(path), Asked.requester(Mode.ASYNC));
    }

    @Test
    void anAnswerHopsToTheLoopOnlyFromAnotherThread() throws Exception {
        CompletableFuture<Response> elsewhere = new CompletableFuture<>();
        withRoutes(Runnable::run, (_, _) -> elsewhere, (loop, routes) -> {
            CompletableFuture<String> thread = new CompletableFuture<>();
            CompletableFuture.runAsync(() -> answer("/meetings", routes)
                    .thenAccept(_ -> thread.complete(Thread.currentThread().getName())), loop).join();
            elsewhere.complete(Response.noContent());
            assertEquals("the loop", thread.get(LIMIT_SECONDS, TimeUnit.SECONDS), "the thread of the answer");
        });
        CompletableFuture<Response> onLoop = new CompletableFuture<>();
        withRoutes(Runnable::run, (_, _) -> onLoop, (loop, routes) ->
                assertEquals(true, CompletableFuture.supplyAsync(() -> {
                    CompletableFuture<Response> answer = answer("/meetings", routes);
                    onLoop.complete(Response.noContent());
                    return answer.isDone();
                }, loop).join(), "answered at once"));
    }

    private static Executor failing(Throwable failure) {
        return _ -> {
            switch (failure) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new AssertionError(failure);
            }
        };
    }

    @Test
    void aRequestThatGetsNoWorkerIsUnavailable() throws Exception {
        for (Throwable failure : List.of(new OutOfMemoryError("unable to create native thread"),
                new RejectedExecutionException("shut down"))) {
            withRoutes(failing(failure), (_, _) -> null, (loop, routes) -> {
                for (String path : List.of("/pinned", "/synchronized")) {
                    Response answer = CompletableFuture.supplyAsync(() -> answer(path, routes), loop)
                            .thenCompose(each -> each).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                    assertEquals(503, answer.status(), path + " after " + failure);
                    assertContains("Retry-After: 1", answer.fields());
                }
            });
        }
    }
}
