package exercise;

import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import common.io.HostPort;
import testing.Test;

class SideLoadTest {
    private static final int SECONDS = 20;

    @Test
    void sendsWithoutWaitingForAnswersAndRecordsThem() throws Exception {
        CountDownLatch arrived = new CountDownLatch(12);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext("/", exchange -> {
                arrived.countDown();
                await(mayAnswer);
                boolean hasToken = exchange.getRequestHeaders().containsKey("Authorization");
                exchange.sendResponseHeaders(hasToken ? 200 : 401, -1);
                exchange.close();
            });
            server.start();
            HostPort address = new HostPort("127.0.0.1", server.getAddress().getPort());
            try (SideLoad load = new SideLoad(new SideLoad.Plan("/any", 3, 10), address)) {
                assertTrue(arrived.await(SECONDS, TimeUnit.SECONDS),
                        "four groups of three requests arrive before any answer");
                List<SideLoad.Answer> before = load.answers();
                assertTrue(before.size() >= 12 && before.stream().noneMatch(SideLoad.Answer::isGood), "" + before);
                mayAnswer.countDown();
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                while (good(load).size() < 12) {
                    assertTrue(System.nanoTime() < end,
                            "12 requests get good answers in the end: " + load.answers());
                    Thread.sleep(5);
                }
                assertTrue(good(load).stream().allMatch(each -> each.endMillis() >= each.startMillis()),
                        "" + load.answers());
            }
        } finally {
            server.stop(0);
        }
    }

    private static List<SideLoad.Answer> good(SideLoad load) {
        return load.answers().stream().filter(SideLoad.Answer::isGood).toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // only if the test itself is interrupted
        }
    }
}
