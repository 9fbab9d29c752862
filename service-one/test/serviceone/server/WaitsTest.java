package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import serviceone.meter.Meter.Count;
import serviceone.meter.Mode;
import serviceone.meter.OwnWait;
import serviceone.meter.Stage;
import testing.ClosedPort;
import testing.Test;

/** What is counted of that for which requests wait, in every mode: predictions are made of it. */
class WaitsTest {
    private record Row(String path, List<Stage> calls, List<OwnWait> waits) {
    }

    private static final List<Stage> STAGES = List.of(Stage.AUTHENTICATE, Stage.AUTHORIZE, Stage.MEETINGS);
    private static final List<Row> ROWS = List.of(
            new Row("/meetings", List.of(Stage.values()), List.of()),
            new Row("/capabilities", STAGES, List.of()),
            new Row("/trace", List.of(Stage.values()), List.of()),
            new Row("/rpc", List.of(Stage.INFO), List.of()),
            new Row("/computational", List.of(), List.of()),
            new Row("/wait-async", List.of(), List.of(OwnWait.TIMER)),
            new Row("/pinned", List.of(), List.of(OwnWait.NATIVE_CALL)),
            new Row("/synchronized", List.of(), List.of(OwnWait.MONITOR)));

    @Test
    void eachPathWaitsForWhatItSays() throws Exception {
        TestService.inEachMode(mode -> {
            for (Row row : ROWS) {
                check(mode, row);
            }
            OwnWait blocking = mode == Mode.ASYNC ? OwnWait.TIMER : OwnWait.SLEEP;
            check(mode, new Row("/wait-blocking", List.of(), List.of(blocking)));
        });
    }

    private static void check(Mode mode, Row row) throws Exception {
        try (TestService service = TestService.start(mode, Settings.DEFAULTS)) {
            service.get(row.path);
            for (Stage stage : Stage.values()) {
                assertEquals(row.calls.contains(stage) ? 1L : 0, service.meter.calls(stage), row.path + stage);
            }
            for (OwnWait wait : OwnWait.values()) {
                assertEquals(row.waits.contains(wait) ? 1L : 0, service.meter.ownWaits(wait), row.path + wait);
            }
            assertEquals(0L, service.meter.get(Count.UNANSWERED_CALLS), row.path);
        }
    }

    @Test
    void aCallThatFailsIsCountedApart() throws Exception {
        TestService.inEachMode(mode -> {
            try (ClosedPort nobody = new ClosedPort();
                    TestService service = TestService.inFrontOf(nobody.number(), mode)) {
                assertEquals(502, service.get("/rpc").status());
                assertEquals(1L, service.meter.get(Count.UNANSWERED_CALLS));
                assertEquals(0L, service.meter.calls(Stage.INFO));
            }
        });
    }

    @Test
    void aCallThatIsLateWasWaitedForAllTheSame() throws Exception {
        TestService.inEachMode(mode -> {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                    TestService service = TestService.hastyInFrontOf(silent.getLocalPort(), mode)) {
                assertEquals(504, service.get("/rpc").status());
                assertEquals(1L, service.meter.get(Count.UNANSWERED_CALLS));
                assertEquals(1L, service.meter.calls(Stage.INFO));
            }
        });
    }

    /** By this a closed loop is told from an open one. */
    @Test
    void requestsOnAConnectionThatWasKeptAreCounted() throws Exception {
        TestService.inEachMode((service, client) -> {
            client.get("/rpc");
            assertEquals(0L, service.meter.get(Count.ON_KEPT_CONNECTIONS), "the first on its connection");
            client.get("/wait-async");
            client.send(RawClient.request("/rpc") + RawClient.request("/rpc")).receive();
            client.receive();
            assertEquals(3L, service.meter.get(Count.ON_KEPT_CONNECTIONS), "one more, and two that were pipelined");
            service.get("/rpc");
            assertEquals(3L, service.meter.get(Count.ON_KEPT_CONNECTIONS), "the first on another connection");
        });
    }

    /** With the one thread held by each wait, fifty would take 5 s; a margin of ten for a loaded machine. */
    @Test
    void waitingAsyncHoldsNoThreadInAnyMode() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, 1, Settings.DEFAULTS)) {
                List<Callable<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    tasks.add(() -> service.get("/wait-async").status());
                }
                long start = System.nanoTime();
                for (int status : inParallel(tasks)) {
                    assertEquals(200, status);
                }
                assertTrue(System.nanoTime() - start < 4_000_000_000L, "fifty clients waited at the same time");
            }
        });
    }

    private static List<Integer> inParallel(List<Callable<Integer>> tasks) throws Exception {
        List<Integer> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> result : executor.invokeAll(tasks)) {
                results.add(result.get());
            }
        }
        return results;
    }
}
