package bare;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import serviceone.server.RawClient;
import serviceone.server.ScriptedServer;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.Test;

class BareTest {
    private interface Main {
        void run(String port, String serviceTwo) throws IOException;
    }

    private interface Check {
        void check(int port) throws Exception;
    }

    private static final int CLIENTS = 6;
    private static final List<Main> PROGRAMS = List.of((port, two) -> BareThreads.main("virtual", port, two),
            (port, two) -> BareThreads.main("platform", port, two), (port, two) -> BareLoop.main("2", port, two));

    @Test
    void eachBareProgramMakesTheFourCalls() throws Exception {
        for (Main main : PROGRAMS) {
            try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=1", "--stage-delay=1")) {
                start(main, two.port(), BareTest::checkMeetings);
            }
        }
    }

    private static void checkMeetings(int port) throws IOException {
        try (RawClient client = new RawClient(port)) {
            for (int i = 0; i < 2; i++) {
                RawClient.Reply reply = client.get("/meetings");
                assertEquals(200, reply.status());
                assertEquals("{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}", reply.body());
            }
        }
    }

    @Test
    void connectionsThatServiceTwoHasClosedCostNoClientItsAnswer() throws Exception {
        ScriptedServer.Script whileIdle = (_, _) -> { };
        ScriptedServer.Script duringTheNextCall = (exchange, _) -> exchange.receiveHead();
        ScriptedServer.Script withAReset = (exchange, _) -> {
            exchange.receiveHead();
            exchange.socket.setSoLinger(true, 0);
        };
        for (Main main : PROGRAMS) {
            for (ScriptedServer.Script closing : List.of(whileIdle, duringTheNextCall, withAReset)) {
                CyclicBarrier everyClient = new CyclicBarrier(CLIENTS);
                try (ScriptedServer two = new ScriptedServer((exchange, number) -> {
                    answerOne(exchange, everyClient);
                    closing.play(exchange, number);
                })) {
                    start(main, two.port(), BareTest::checkManyClients);
                }
            }
        }
    }

    /** No answer comes before all clients have a call in flight, so each client has its own connection. */
    private static void answerOne(RawClient exchange, CyclicBarrier everyClient) throws Exception {
        String head = exchange.receiveHead();
        if (ScriptedServer.callOf(head).equals("info")) {
            everyClient.await();
        }
        exchange.send(ScriptedServer.rightAnswer(head));
    }

    private static void checkManyClients(int port) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new RawClient(port));
            }
            for (int round = 0; round < 2; round++) {
                for (RawClient client : clients) {
                    client.send(RawClient.request("/meetings"));
                }
                for (RawClient client : clients) {
                    assertEquals("{\"meetings\":[]}", client.receive().body());
                }
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aCallThatFailsOnANewConnectionIsNotRepeated() throws Exception {
        for (Main main : PROGRAMS) {
            try (ScriptedServer two = new ScriptedServer((exchange, _) -> exchange.receiveHead())) {
                start(main, two.port(), port -> {
                    try (RawClient client = new RawClient(port)) {
                        assertTrue(client.send(RawClient.request("/meetings")).isAtEnd(), "no answer");
                    }
                });
            }
        }
    }

    /** The bound socket reserves the port. SO_REUSEPORT lets the bare program listen on the same port. */
    private static void start(Main main, int serviceTwo, Check then) throws Exception {
        try (SocketChannel reserved = SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = reserved.socket().getLocalPort();
            Thread.ofPlatform().daemon().start(() -> run(main, port, serviceTwo));
            Await.until("the program listens", () -> listens(port));
            then.check(port);
        }
    }

    private static void run(Main main, int port, int serviceTwo) {
        try {
            main.run(String.valueOf(port), String.valueOf(serviceTwo));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean listens(int port) {
        try (RawClient client = new RawClient(port)) {
            return client.socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
