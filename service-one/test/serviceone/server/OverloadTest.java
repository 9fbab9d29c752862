package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import serviceone.meter.Mode;
import testing.Await;
import testing.Test;

class OverloadTest {
    @Test
    void oneConnectionMoreThanAllowedIsRefusedAtOnce() throws Exception {
        TestService.inEachMode(mode -> {
            try (TestService service = TestService.start(mode, TestService.counts(10, 1));
                    RawClient first = service.connect()) {
                assertEquals(200, first.get("/rpc").status());
                try (RawClient second = service.connect()) {
                    RawClient.Reply refusal = second.send(RawClient.request("/rpc")).receive();
                    assertEquals(503, refusal.status());
                    assertContains("\r\nRetry-After: 1\r\n", refusal.head());
                    assertTrue(refusal.closes() && second.isAtEnd(), "and the connection ends");
                }
                assertEquals(200, first.get("/rpc").status(), "who is in stays in");
                first.socket.close();
                Await.until("there is room again", () -> service.get("/rpc").status() == 200);
                assertTrue(service.meter.refusedCount() >= 1, "the refusal is counted");
            }
        });
    }

    @Test
    void aRefusalWaitsForNoCarrier() throws Exception {
        try (TestService service = TestService.start(Mode.LOOM, TestService.counts(10, 1)); RawClient _ =
                service.connect()) {
            Await.until("the only one allowed is in", () -> service.openConnections() == 1);
            try (BusyCarriers _ = new BusyCarriers(); RawClient second = service.connect()) {
                assertEquals(503, second.receive().status());
            }
        }
    }

    @Test
    void aFullQueueRefusesAtOnce() throws Exception {
        try (TestService service = TestService.start(Mode.POOL, 1, TestService.counts(2, 100));
                RawClient served = service.connect().send("GET /rpc HTTP/1.1\r\n");
                RawClient waiting = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is taken", () -> service.openConnections() == 2 && service.waiting() == 1);
            try (RawClient alsoWaiting = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("the queue is full", () -> service.waiting() == 2);
                assertEquals(503, service.get("/rpc").status(), "the third in line");
                assertEquals(200, served.send("Host: a\r\n\r\n").receive().status(), "the one that is served");
                assertEquals(200, waiting.receive().status(), "the first in line");
                assertEquals(200, alsoWaiting.receive().status(), "the second in line");
            }
        }
    }
}
