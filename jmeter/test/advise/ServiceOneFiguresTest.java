package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import advise.Advice.Kind;
import common.commandline.CommandLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import load.StubService;
import testing.Test;

/** What is made of the figures that a service one tells; the JSON is what real ones said, shortened. */
class ServiceOneFiguresTest {
    private static final String POOL = """
            {"service": {"mode": "pool", "boundedByThreads": true, "limit": 200, "cores": 2},
            "now": {"queued": 100, "connections": 300, "inFlight": 200, "throughput": 190.5, "serviceMillis": 1050,
            "load": 300, "cpuMicrosPerRequest": 1000},
            "law": {"waitSeconds": 1.049, "arrivals": "closed", "arrivalsPerSecond": 190.5,
            "serviceTwo": {"stageDelayMillis": 333, "authorizePermits": null},
            "here": {"throughput": 190.7, "bound": "threads"}, "other": {"throughput": 286, "bound": "users"}}}""";
    private static final String LOOM = POOL.replace("pool", "loom").replace("true", "false");

    @Test
    void whoWaitsInTheQueueWouldAskAsOften() throws Exception {
        ServiceFigures figures = told(POOL);
        assertEquals(286L, Math.round(figures.rate()));
        assertEquals(200, figures.threads());
        assertEquals(Optional.of(Kind.THREADS), Advice.on(figures).shortage());
    }

    @Test
    void whatArrivesInAnOpenLoopIsToldByTheService() throws Exception {
        ServiceFigures figures = told(POOL.replace("closed", "open").replace("Second\": 190.5", "Second\": 300"));
        assertEquals(300.0, figures.rate());
        assertEquals(false, figures.isClosed());
        assertEquals(Optional.of(Kind.THREADS), Advice.on(told(POOL.replace("closed", "open").replace("Second\": 190.5",
                "Second\": 9"))).shortage(), "a queue: few have come in these seconds, and yet all threads are busy");
    }

    @Test
    void virtualThreadsAndEventLoopsAreNoPool() throws Exception {
        ServiceFigures figures = told(LOOM);
        assertEquals(false, figures.hasPool());
        assertEquals(Optional.empty(), Advice.on(figures).shortage());
        assertContains("It has no pool", AdviceText.of(Advice.on(figures), List.of()));
    }

    /** Then the times that are measured are mostly queue, in any mode. */
    @Test
    void permitsAreTheLimitInAnyMode() throws Exception {
        for (String json : new String[] {POOL, LOOM}) {
            Advice advice = Advice.on(told(json.replace("\"authorizePermits\": null", "\"authorizePermits\": 10")
                    .replace("190.5", "29.9").replace("1050", "5524.917")));
            assertEquals(Optional.of(Kind.PERMITS), advice.shortage());
            assertEquals(30L, Math.round(advice.answeredToday()));
            assertEquals(30L, Math.round(advice.answeredThen()));
        }
    }

    /** Virtual threads that wait for a carrier are in nobody's time in service. */
    @Test
    void coresAreTheLimitWhereRequestsCompute() throws Exception {
        Advice advice = Advice.on(told(LOOM.replace("1.049", "0").replace("1000}", "9620}")
                .replace("\"queued\": 100", "\"queued\": 0").replace("\"load\": 300", "\"load\": 1.9")
                .replace("\"inFlight\": 200", "\"inFlight\": 2, \"virtualThreadsQueued\": 274")
                .replace("190.5", "205").replace("1050", "9.62")));
        assertEquals(Optional.of(Kind.CORES), advice.shortage());
        assertEquals(276.0, advice.figures().users());
    }

    @Test
    void whatPinsIsKnownFromEitherMode() throws Exception {
        String pinned = POOL.replace("\"waitSeconds\": 1.049", "\"waitSeconds\": 0.1")
                .replace("\"throughput\": 286, \"bound\": \"users\"", "\"throughput\": 20, \"bound\": \"carriers\"");
        assertEquals(0.1, told(pinned).pinned());
        assertEquals(Optional.of(Kind.CARRIERS), Advice.on(told(pinned)).shortage());
    }

    @Test
    void whereTheWaitIsNotKnownWhatIsMeasuredCounts() throws Exception {
        assertEquals(1.05, told(POOL.replace("\"waitSeconds\": 1.049", "\"waitSeconds\": null")).latency());
    }

    @Test
    void aServiceWithoutLoadHasNoFigures() {
        assertContains("answered nothing", failure(POOL.replace("190.5", "0").replace("1050", "null")));
        assertContains("nobody is connected", failure(POOL.replace("\"connections\": 300", "\"connections\": 0")));
    }

    @Test
    void whatIsNoServiceOneIsCalledThat() {
        for (String other : new String[] {"{}", "null", "[]", "\"a\"", POOL.replace("1050", "\"abc\""),
                POOL.replace("\"limit\": 200", "\"limit\": 0"), POOL.replace("\"cores\": 2", "\"cores\": 0")}) {
            assertContains("no figures of a service one", failure(other));
        }
        assertContains("answered nothing", failure(POOL.replace("\"inFlight\": 200,", "")));
        assertContains("no figures of a service one", assertThrows(IOException.class,
                () -> from("http://127.0.0.1:1/stats")).getMessage());
    }

    private static String failure(String json) {
        return assertThrows(IOException.class, () -> told(json)).getMessage();
    }

    private static ServiceFigures told(String json) throws Exception {
        try (StubService service = new StubService(json)) {
            return from("http://" + service.address() + "/stats");
        }
    }

    private static ServiceFigures from(String address) throws Exception {
        return Advise.figures(CommandLine.parse(Advise.OPTIONS, "--from", address), new ArrayList<>());
    }
}
