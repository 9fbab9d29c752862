package serviceone.exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.exercise.StandIn.Reply;
import serviceone.server.RawClient;
import testing.Await;
import testing.Test;

class StandInTest implements AutoCloseable {
    private final StandIn two = new StandIn();

    StandInTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        two.close();
    }

    private RawClient client() throws IOException {
        return new RawClient(two.port());
    }

    @Test
    void withoutAScriptItGivesTheRightAnswer() throws Exception {
        try (RawClient client = client()) {
            assertEquals("{\"service\":\"two\"}", client.get("/info").body());
            assertEquals("{\"userId\":\"user-of-t\"}", client.get("/authenticate?token=t").body());
            two.on("/authorize", target -> target.endsWith("=bad") ? Reply.of(403, "no") : null);
            assertEquals(403, client.get("/authorize?id=bad").status());
            assertEquals("{\"userId\":\"u\",\"authorities\":[\"get-meetings\"]}", client.get("/authorize?id=u").body());
        }
        assertEquals(List.of("/info", "/authenticate?token=t", "/authorize?id=bad", "/authorize?id=u"), two.targets());
        assertEquals(2, two.calls("/authorize"));
        assertEquals(1, two.mostAtOnce("/authorize"));
    }

    @Test
    void heldCallsAreInFlightUntilTheyAreReleasedOrAbandoned() throws Exception {
        two.hold("/info");
        try (RawClient one = client().send(RawClient.request("/info"));
                RawClient other = client().send(RawClient.request("/info"))) {
            Await.until("both calls are held", () -> two.inFlight("/info") == 2);
            one.socket.close();
            Await.until("one call is abandoned", () -> two.abandoned("/info") == 1 && two.inFlight() == 1);
            two.release("/info");
            assertEquals(200, other.receive().status());
        }
        assertEquals(2, two.mostAtOnce("/info"));
        assertEquals(1, two.abandoned("/info"));
    }

    @Test
    void itResetsConnectionsSendsGarbageAndRefusesConnections() throws Exception {
        two.on("/info", Reply.RESET);
        assertThrows(SocketException.class, () -> client().get("/info"));
        two.on("/info", Reply.GARBAGE);
        try (RawClient client = client().send(RawClient.request("/info"))) {
            assertTrue(client.receiveHead().startsWith("220 "), "not HTTP");
            assertTrue(client.isAtEnd(), "the connection ends");
        }
        try (RawClient kept = client()) {
            assertEquals(200, kept.get("/meetings?id=u").status());
            two.on("/authorize", Reply.of(200, "{}").thenRefuseConnections());
            assertTrue(client().get("/authorize?id=u").closes(), "the last answer on this connection");
            assertThrows(EOFException.class, kept::receive);
            assertThrows(ConnectException.class, this::client);
        }
        two.listen();
        assertEquals(404, client().get("/none").status());
    }
}
