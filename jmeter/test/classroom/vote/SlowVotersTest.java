package classroom.vote;

import static testing.Assertions.assertEquals;

import module java.base;
import classroom.Browser;
import common.http.PageServer.PageLimits;
import common.http.PageServer;
import testing.Program;
import testing.Slow;
import testing.Test;

class SlowVotersTest {
    private static final String HEAD = "POST /vote HTTP/1.1\r\nHost: 127.0.0.1\r\n";

    public static void main(String[] arguments) throws Exception {
        PageLimits limits = new PageLimits(VoteServer.LIMITS.connections(), 1, VoteServer.LIMITS.responseSeconds());
        // The first server in a JVM sets the limits for all servers.
        new PageServer(new InetSocketAddress("127.0.0.1", 0), Executors.newCachedThreadPool(), limits, Map.of())
                .close();
        try (VoteServer server = new VoteServer(InetAddress.getLoopbackAddress(), 0, new Ballot(() -> { }))) {
            System.out.println(server.address() + " code " + server.code());
            System.in.readAllBytes();
        }
    }

    @Test
    @Slow("starts a process, and waits for a deadline of one second")
    void connectionsWithSlowRequestsAreClosed() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (Program voters = Program.test("service-one", SlowVotersTest.class.getName())) {
            int port = Integer.parseInt(voters.await("code ").output().replaceFirst("(?s).*:(\\d+)/.*", "$1"));
            Browser honest = new Browser(port);
            for (int i = 0; i < 250; i++) {
                idle.add(honest.send(""));
                honest.askOn(idle.getLast(), "GET /question", "");
            }
            assertEquals(200, Browser.status(honest.askOn(idle.getFirst(), "GET /question", "")),
                    "the first of 250 open connections");
            for (String part : List.of("", "PO", HEAD, HEAD + Browser.JSON + "Content-Length: 100\r\n\r\n{\"lesson\": ",
                    HEAD + "Content-Length: 1000000\r\n\r\n" + " ".repeat(300))) {
                idle.add(honest.send(part));
            }
            for (Socket slow : idle.subList(250, idle.size())) {
                Browser.awaitEnd(slow);
            }
        } finally {
            for (Socket each : idle) {
                each.close();
            }
        }
    }
}
