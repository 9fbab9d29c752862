package load;

import static load.StubService.stats;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.figures.Figures.Law;
import common.io.HostPort;
import load.MeasuredService.WaitReader;
import process.RunningService;
import testing.Await;
import testing.ClosedPort;
import testing.Test;
import testing.Words;

class MeasuredServiceTest {
    private static final String PAGE = "http://127.0.0.1:8083/";

    @Test
    void theDescriptionNamesTheService() throws Exception {
        try (StubService stub = new StubService(stats(PAGE, "null"), "{\"service\":{\"mode\":\"pool\",\"pid\":8}}")) {
            MeasuredService found = MeasuredService.at(stub.address()).orElseThrow();
            assertWords("a measured service one", stub.address(), found.toString());
            assertEquals(10_000.0, found.described().service().limit());
            assertEquals(List.of(), found.processes(), "its process is another program's, or gone");
            assertEquals(URI.create(PAGE + "stats"), found.stats(),
                    "the status page answers even if no thread of a pool is free");
            MeasuredService other = MeasuredService.at(stub.address()).orElseThrow();
            assertWords("a measured service one without a status page", stub.address(), other.toString());
            assertEquals(Double.NaN, other.described().service().limit());
            assertEquals(URI.create("http://" + stub.address() + "/stats"), other.stats(),
                    "this service has no status page");
        }
    }

    private static final String[] NO_STATS = {"", "hello", "null", "5", "[]", "{}", "{\"service\":5}",
        "{\"service\":{\"pid\":8}}", "{\"service\":{\"mode\":\"loom\"}}",
        "{\"service\":{\"mode\":\"../loom\",\"pid\":8}}", "{\"service\":{\"mode\":\"loom\",\"pid\":8"};

    @Test
    void thereIsNoServiceOneIfAnotherProgramOrNobodyAnswers() throws Exception {
        try (StubService stub = new StubService(NO_STATS); ClosedPort port = new ClosedPort()) {
            for (String text : NO_STATS) {
                assertEquals(Optional.empty(), MeasuredService.at(stub.address()), text);
            }
            for (String host : new String[] {"127.0.0.1", "no host"}) {
                assertEquals(Optional.empty(), MeasuredService.at(new HostPort(host, port.number())), host);
            }
        }
    }

    /** @param window how long a report may describe an earlier load, in ms */
    private record Row(String what, int window, Double expected, String... answers) {
    }

    @Test
    void theLastKnownWaitOfTheLoadIsKept() throws Exception {
        String none = stats("", "null");
        Row[] table = {
            new Row("a later answer without a wait, or with 0, changes nothing", 99_000, 1.049, none, none,
                    stats("", "0"), stats("", "0.3"), stats("", "1.049"), "", "no stats", stats("", "0"), none),
            new Row("the wait is still that of an earlier load", 99_000, Double.NaN, stats("", "0.9"),
                    stats("", "0.5")),
            new Row("the earlier load was long ago", 0, 0.5, stats("", "0.9"), stats("", "0.5")),
            new Row("no wait is known", 0, Double.NaN, none),
            new Row("service one no longer answers", 0, null, none, "")};
        for (Row row : table) {
            try (StubService stub = new StubService(row.answers)) {
                assertEquals(row.expected, lastWait(stub, stub, row.window, row.answers.length + 1), row.what);
            }
        }
        try (StubService page = new StubService(stats("", "0.3"), stats("", "0"));
                StubService stub = new StubService(stats("http://" + page.address() + "/", "null"))) {
            assertEquals(0.0, lastWait(stub, page, 0, 3),
                    "0 is the load's wait: the reader asks only the status page, so it sends the service no requests");
        }
    }

    private static Double lastWait(StubService service, StubService asked, int window, int times) throws Exception {
        try (WaitReader reader = new WaitReader(MeasuredService.at(service.address()).orElseThrow(), 1, window)) {
            Await.until("the service was asked " + times + " times", () -> asked.requests() > times);
            return Optional.ofNullable(reader.law()).map(Law::waitSeconds).orElse(null);
        }
    }

    private static void assertWords(String situation, HostPort place, String text) throws IOException {
        Words.assertSame("jmeter", situation, text.replace(place.toString(), "‹address›"));
    }

    private static final RunningService POOL = new RunningService(1, "pool", 8081);

    @Test
    void aRunningServiceIsFoundByItsSystemProperties() {
        long pid = ProcessHandle.current().pid();
        assertEquals(List.of(), RunningService.among(List.of(pid)), "not ready: its port is unknown");
        RunningService expected = new RunningService((int) pid, "loom", 8084);
        System.setProperty("serviceone.port", "8084");
        assertEquals(List.of(), RunningService.among(List.of(pid)), "not ready: its mode is unknown");
        System.setProperty("serviceone.mode", "loom");
        assertEquals(List.of(expected), RunningService.among(List.of(pid)), "ready");
        assertEquals(List.of(expected), RunningService.among(List.of(999_999_999L, pid)), "one has just ended");
        System.clearProperty("serviceone.port");
        System.clearProperty("serviceone.mode");
    }

    @Test
    void aRunningServiceIsNamedByWhatACommandCanChoose() throws Exception {
        Words.assertSame("process", "running services", POOL + "\n" + new RunningService(7, "", 0));
        assertEquals("true false", POOL.isServiceOne() + " " + new RunningService(7, "", 0).isServiceOne());
        assertTrue(RunningService.hasThisNetwork(ProcessHandle.current().pid()), "this process is on its own network");
        assertTrue(RunningService.hasThisNetwork(999_999_999), "unknown");
    }
}
