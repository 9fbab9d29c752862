package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import serviceone.meter.Meter.Count;
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
                assertTrue(service.meter.get(Count.REFUSED) >= 1, "the refusal is counted");
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
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedServer two = new ScriptedServer(ScriptedServer.answeringAfter(go));
                TestService service = TestService.inFrontOf(two.port(), Mode.POOL, 1, TestService.counts(2, 100));
                RawClient served = service.connect().send(RawClient.request("/rpc"))) {
            Await.until("the thread is taken", () -> service.meter.inFlight() == 1);
            try (RawClient first = service.connect().send(RawClient.request("/rpc"));
                    RawClient second = service.connect().send(RawClient.request("/rpc"))) {
                Await.until("the queue is full", () -> service.waiting() == 2);
                assertEquals(503, service.get("/rpc").status(), "the third in line");
                go.countDown();
                assertEquals(200, served.receive().status(), "the one that is served");
                assertEquals(200, first.receive().status(), "the first in line");
                assertEquals(200, second.receive().status(), "the second in line");
            }
        }
    }
}
