package load;

import static load.StubService.stats;
import static testing.Assertions.assertEquals;

import common.io.HostPort;
import java.net.URI;
import java.util.Optional;
import load.MeasuredService.WaitReader;
import load.Stats.One.Law;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

class MeasuredServiceTest {
    private static final String PAGE = "http://127.0.0.1:8083/";

    @Test
    void saysWhichOneItIs() throws Exception {
        try (StubService stub = new StubService(stats(PAGE, "null"))) {
            MeasuredService found = MeasuredService.at(stub.address()).orElseThrow();
            assertEquals("service one: loom, " + stub.address() + ", pid 7; status page " + PAGE, found.toString());
            assertEquals(new Stats.One.Service("loom", 7, null, 10_000, Double.NaN, PAGE), found.described().service());
            assertEquals(URI.create(PAGE + "stats"), found.stats(), "which answers when no thread of a pool is free");
        }
    }

    /** What a service one of another version says, in which something is missing. */
    @Test
    void mayKnowLess() throws Exception {
        try (StubService stub = new StubService("{\"service\":{\"mode\":\"pool\",\"pid\":8}}")) {
            MeasuredService found = MeasuredService.at(stub.address()).orElseThrow();
            assertEquals("service one: pool, " + stub.address() + ", pid 8", found.toString());
            assertEquals(Double.NaN, found.described().service().limit());
            assertEquals(URI.create("http://" + stub.address() + "/stats"), found.stats(), "it has no page");
        }
    }

    private static final String[] NO_STATS = {"", "hello", "null", "5", "[]", "{}", "{\"service\":5}",
        "{\"service\":{\"pid\":8}}", "{\"service\":{\"mode\":\"loom\"}}",
        "{\"service\":{\"mode\":\"../loom\",\"pid\":8}}", "{\"service\":{\"mode\":\"loom\",\"pid\":8"};

    @Test
    void isNoneWhereSomethingElseAnswersOrNobody() throws Exception {
        for (String text : NO_STATS) {
            try (StubService stub = new StubService(text)) {
                assertEquals(Optional.empty(), MeasuredService.at(stub.address()), text);
            }
        }
        try (ClosedPort port = new ClosedPort()) {
            for (String host : new String[] {"127.0.0.1", "no host", "::1"}) {
                assertEquals(Optional.empty(), MeasuredService.at(new HostPort(host, port.number())), host);
            }
        }
    }

    /** Before a load nothing is known, nor soon after it; the last answer that told something counts. */
    @Test
    void keepsWhatWasKnownLastOfTheLoad() throws Exception {
        Law known = new Law(1.049, Double.NaN, null, "closed", Double.NaN, null, null, null);
        assertEquals(known, after(8, stats("", "null"), stats("", "null"),
                stats("", "0.3"), stats("", "1.049"), "", "no stats", stats("", "0"), stats("", "null")));
    }

    /** For ten seconds, what service one knows is mixed with the requests of the load before. */
    @Test
    void takesNothingThatMayBeOfALoadBefore() throws Exception {
        assertEquals(Law.UNKNOWN, after(3, stats("", "0.932"), stats("", "0.5")));
    }

    @Test
    void mayNeverHearOfAWaitOrAnything() throws Exception {
        assertEquals(Law.UNKNOWN, after(3, stats("", "null")));
        assertEquals(null, after(3, stats("", "null"), ""));
    }

    /** The first answer is the description; after it, so many were heard. */
    private static Law after(int times, String... answers) throws Exception {
        try (StubService stub = new StubService(answers);
                WaitReader reader = new WaitReader(MeasuredService.at(stub.address()).orElseThrow(), 1)) {
            Await.until("it was asked", () -> stub.asked() > times + 1);
            return reader.law();
        }
    }
}
