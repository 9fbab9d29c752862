package serviceone.status;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.json.Json;
import common.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import serviceone.meter.CallTimer;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Mode;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import serviceone.server.Settings;
import serviceone.status.Watching.Ports;
import testing.Await;
import testing.Test;

/** All that watches, around a server that is made of fixed figures. */
class WatchingTest implements AutoCloseable {
    private record Fixed(int queued, int connections, int busyThreads) implements WatchedService.Occupancy {
    }

    private final Meter meter = new Meter(Mode.POOL);
    private final WatchedService pool =
            new WatchedService(Mode.POOL, 8082, 4, Settings.DEFAULTS, 30, meter, new Fixed(7, 11, 4));
    private final AnnouncingServer serviceTwo = new AnnouncingServer();
    private final Watching watching = new Watching(pool, serviceTwo.address(), new Ports(0, false, 0)).start();
    private final HttpClient client = HttpClient.newHttpClient();

    WatchingTest() throws IOException {
    }

    @Override
    public void close() {
        client.close();
        watching.close();
        serviceTwo.close();
    }

    @Test
    void theStatsTellTotalsAndTheMoment() throws Exception {
        meter.count(Count.ACCEPTED);
        meter.count(Count.ACCEPTED);
        meter.count(Count.REFUSED);
        Requests.started(meter).answered(200);
        Requests.started(meter).answered(401);
        var calling = Requests.started(meter);
        calling.callStarted(Stage.AUTHORIZE);
        calling.callRefused();
        Map<?, ?> stats = stats();
        Map<?, ?> total = (Map<?, ?>) stats.get("total");
        assertEquals(Map.of("accepted", 2.0, "refused", 1.0, "refusedCalls", 1.0, "completed", 2.0, "failed", 1.0,
                "failedByStatus", Map.of("401", 1.0)), total);
        assertEquals(30.0, ((Map<?, ?>) stats.get("service")).get("maxCalls"));
        Map<?, ?> now = (Map<?, ?>) stats.get("now");
        assertEquals(7.0, now.get("queued"));
        assertEquals(11.0, now.get("connections"));
        assertEquals(1.0, now.get("inFlight"));
        assertEquals(4.0, now.get("threadsTotal"));
        assertEquals(Map.of("info", 0.0, "authenticate", 0.0, "authorize", 1.0, "meetings", 0.0), now.get("waiting"));
    }

    @Test
    void aSampleComesOnceASecondAndHoldsRatesAndThePrediction() throws Exception {
        awaitSample();
        Requests.started(meter, "/meetings", 3_000_000_000L).answered(200);
        Await.until("a sample has the request", () -> stats().toString().contains("queuedMillis=3000"));
        Map<?, ?> now = (Map<?, ?>) stats().get("now");
        assertTrue((Double) now.get("throughput") > 0, "the rate: " + now);
        assertTrue(Math.abs((Double) now.get("p50Millis") - 3_000) < 30,
                "the response time includes the wait in the queue: " + now);
        Map<?, ?> law = (Map<?, ?>) ((Map<?, ?>) stats().get("law")).get("here");
        assertEquals(4.0, law.get("inFlight"), "of seven that wait, four fit in");
    }

    /** Of four threads, one is free for each of the requests in 1,049 / 4 ms. What was measured has no part in it. */
    @Test
    void thePredictionIsMadeOfWhatServiceTwoAnnounces() throws Exception {
        Await.until("service two has been asked", () -> String.valueOf(law().get("serviceTwo")).contains("333"));
        var request = Requests.started(meter);
        for (Stage stage : Stage.values()) {
            request.callStarted(stage).ended(true, CallTimer.End.ANSWERED);
        }
        request.answered(200);
        Await.until("a sample has the request", () -> Double.valueOf(1.049).equals(law().get("waitSeconds")));
        Map<?, ?> here = (Map<?, ?>) law().get("here");
        assertEquals(3.813, here.get("throughput"), "four threads, 1,049 ms");
        assertEquals("threads", here.get("bound"));
        assertTrue((Double) law().get("workMillis") < 0, "the measured request took no time at all");
        assertTrue(Set.of("closed", "open").contains(law().get("arrivals")), "how they come");
        Map<?, ?> service = (Map<?, ?>) stats().get("service");
        assertEquals(4.0, service.get("limit"));
        assertEquals(watching.page().toString(), service.get("page"));
    }

    @Test
    void whereServiceTwoAnnouncesNothingThePredictionIsMadeOfWhatWasMeasured() throws Exception {
        serviceTwo.say(404, "");
        awaitSample();
        var request = Requests.started(meter);
        request.callStarted(Stage.INFO).ended(true, CallTimer.End.ANSWERED);
        request.answered(200);
        Await.until("a sample has the request", () -> law().get("serviceSeconds") instanceof Double
                && law().get("waitSeconds") == null && ((Map<?, ?>) law().get("here")).get("throughput") != null);
        assertEquals(null, law().get("workMillis"), "by what it differs, nobody can say");
    }

    /** What was counted before the first reading is in no sample. */
    private void awaitSample() throws Exception {
        Await.until("the first sample", () -> history(stats(), "throughput").length > 0);
    }

    private Map<?, ?> law() throws Exception {
        return (Map<?, ?>) stats().get("law");
    }

    private static Object[] history(Map<?, ?> stats, String name) {
        return ((List<?>) ((Map<?, ?>) stats.get("history")).get(name)).toArray();
    }

    @Test
    void thePageIsOneFileThatNeedsNothingElse() throws Exception {
        String page = get("").body();
        assertContains("<title>service one</title>", page);
        assertContains("async function refresh()", page);
        assertContains("function drawCharts", page);
        assertContains("function explainLaw", page);
        assertContains("prefers-color-scheme: dark", page);
        for (String fetch : List.of("src=", "@import", "rel=\"stylesheet\"")) {
            assertTrue(!page.contains(fetch), "it fetches nothing: " + fetch);
        }
    }

    @Test
    void theAdminListenerOnlyAnswersWhatItHas() throws Exception {
        assertEquals(404, get("nothing").statusCode());
        HttpRequest post = HttpRequest.newBuilder(watching.page()).POST(HttpRequest.BodyPublishers.noBody()).build();
        assertEquals(405, client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode());
        HttpRequest head = HttpRequest.newBuilder(watching.page()).HEAD().build();
        assertEquals("", client.send(head, HttpResponse.BodyHandlers.ofString()).body());
        assertContains("default-src 'none'", get("").headers().firstValue("Content-Security-Policy").orElse("none"));
    }

    @Test
    void theMBeanSaysWhatItTells() throws Exception {
        Requests.started(meter).answered(503);
        MBeanServerConnection beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("serviceone:type=Service");
        assertEquals("pool", beans.getAttribute(name, "Mode"));
        assertEquals(1L, beans.getAttribute(name, "Failed"));
        assertEquals(7, beans.getAttribute(name, "QueueDepth"));
        assertEquals(4.0, beans.getAttribute(name, "ThreadsBusy"));
        for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
            beans.getAttribute(name, attribute.getName());
            assertTrue(attribute.getDescription().contains(" ") && !attribute.isWritable(), attribute.getName());
        }
    }

    /** Two services on one machine: the second one's page is where there is room, unless its port is asked for. */
    @Test
    void thePageIsElsewhereWhereItsUsualPortIsTaken() throws IOException {
        Ports usual = new Ports(watching.page().getPort(), true, 0);
        try (AdminServer second = Watching.startAdmin(usual, page -> new JsonObject(), after -> new JsonObject())) {
            assertTrue(second.address().getPort() != usual.admin(), "another port: " + second.address());
        }
        IOException failure = assertThrows(IOException.class,
                () -> new Watching(pool, serviceTwo.address(), new Ports(usual.admin(), false, 0)));
        assertContains("--admin-port " + usual.admin() + ": ", failure.getMessage());
        assertContains("; it takes another one, or 0", failure.getMessage());
    }

    private Map<?, ?> stats() throws Exception {
        return (Map<?, ?>) Json.read(get("stats").body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = watching.page().resolve(path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
