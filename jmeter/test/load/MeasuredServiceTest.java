package load;

import static load.StubService.stats;
import static testing.Assertions.assertEquals;

import common.io.HostPort;
import java.net.URI;
import java.util.Optional;
import testing.ClosedPort;
import testing.Test;

class MeasuredServiceTest {
    private static final String PAGE = "http://127.0.0.1:8083/";

    @Test
    void saysWhichOneItIs() throws Exception {
        try (StubService stub = new StubService(stats(PAGE, "null"))) {
            MeasuredService found = MeasuredService.at(stub.address()).orElseThrow();
            assertEquals("service one: loom, " + stub.address() + ", pid 7; status page " + PAGE, found.toString());
            assertEquals("loom", found.described().service().mode());
            assertEquals(10_000.0, found.described().service().limit());
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
    void isNoneWhereSomethingElseAnswers() throws Exception {
        for (String text : NO_STATS) {
            try (StubService stub = new StubService(text)) {
                assertEquals(Optional.empty(), MeasuredService.at(stub.address()), text);
            }
        }
    }

    @Test
    void isNoneWhereNobodyAnswers() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            assertEquals(Optional.empty(), MeasuredService.at(new HostPort("127.0.0.1", port.number())));
            assertEquals(Optional.empty(), MeasuredService.at(new HostPort("no host", port.number())), "no URL's host");
            assertEquals(Optional.empty(), MeasuredService.at(new HostPort("::1", port.number())), "IPv6");
        }
    }
}
