package serviceone.status;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.PageServer;
import common.mode.Mode;
import serviceone.meter.Meter;
import serviceone.server.RawClient;
import serviceone.status.Watching.Ports;
import testing.Await;
import testing.Program;
import testing.Skipped;
import testing.Slow;
import testing.Test;

class StatusPageTest implements AutoCloseable {
    private static final int SLOW_CLIENTS = 180;
    private static final int DEAF_CLIENTS = 20;
    private static final String ASK = "GET /stats HTTP/1.1\r\nHost: localhost\r\n";
    private static final List<String> PARTIAL_REQUESTS = List.of(
            "",
            "GE",
            "GET / HTTP/1.1\r\nHost: 127.0",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf");
    private static final String PIPELINED = (ASK.replace("/stats", "/") + "\r\n").repeat(1_000);

    private final PageServer admin;
    private final List<RawClient> clients = new ArrayList<>();

    StatusPageTest() throws IOException {
        WatchedService service = WatchingTest.service(Mode.LOOM, new Meter(Mode.LOOM));
        Forecaster forecaster = new Forecaster(service, new InetSocketAddress("127.0.0.1", 1));
        admin = Watching.startAdmin(new Ports(0, false, 0), new StatsJson(service, new Sampler(service, forecaster)));
    }

    @Override
    public void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        admin.close();
    }

    /** The JDK's server reads its limits once per JVM, so this test starts its own JVM. */
    @Test
    @Slow("starts a program, and partial requests time out after seconds")
    void theListenerAnswersDespitePartialRequestsAndEndsThem() throws Exception {
        try (ServerSocket serviceTwo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--admin-port", "0", "--service-two", "127.0.0.1:" + serviceTwo.getLocalPort())) {
            int port = one.awaitPage().getPort();
            for (int i = 0; i < SLOW_CLIENTS; i++) {
                clients.add(new RawClient(port).send(PARTIAL_REQUESTS.get(i % PARTIAL_REQUESTS.size())));
            }
            for (int i = 0; i < DEAF_CLIENTS; i++) {
                clients.add(new RawClient(port).send(PIPELINED));
            }
            for (int i = 0; i < 4; i++) {
                Await.until("the listener answers", () -> answers(port));
            }
            String[] threads = Path.of("/proc", "" + one.pid(), "task").toFile().list();      // null without /proc
            assertTrue(threads == null || threads.length < 2 * Watching.LIMITS.connections(),
                    "a thread for each connection, and those of the service: " + threads.length);
            for (RawClient each : clients.subList(0, SLOW_CLIENTS)) {
                awaitEnd(each.socket);
            }
            if (threads == null) {
                throw new Skipped("without /proc, the threads are not counted");
            }
        }
    }

    private static void awaitEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // a reset, because of unread bytes
        }
    }

    private static boolean answers(int port) {
        try (RawClient client = new RawClient(port)) {
            return client.send(ASK + "\r\n").receive().status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void requestsThatNameAnotherMachineGet421() throws Exception {
        int port = admin.address().getPort();
        Object[][] table = {
            {200, "/ HTTP/1.1\r\nHost: 127.0.0.1:" + port},
            {200, "/stats HTTP/1.1\r\nHost: LocalHost:9"},      // through ssh -L 9:127.0.0.1:8083
            {200, "/stats HTTP/1.1\r\nHost: [::1]:9"},
            {200, "http://localhost/stats HTTP/1.1\r\nHost: localhost"},
            {200, "/stats HTTP/1.0\r\nAccept: */*"},
            {200, "/lives HTTP/1.1\r\nHost: localhost"},
            {200, "/lives?after=1732262400123 HTTP/1.1\r\nHost: localhost"},
            {400, "/lives?after=9999999999999999999 HTTP/1.1\r\nHost: localhost"},
            {200, "/lanes?after=1732262400 HTTP/1.1\r\nHost: localhost"},
            {200, "/lanes.html HTTP/1.1\r\nHost: localhost"},
            {400, "/lives?before=1 HTTP/1.1\r\nHost: localhost"},
            {400, "/stats HTTP/1.1\r\nAccept: */*"},
            {400, "/stats HTTP/1.1\r\nHost: localhost\r\nHost: localhost"},
            {404, "/nothing HTTP/1.1\r\nHost: localhost"},
            {421, "/nothing HTTP/1.1\r\nHost: evil.example:" + port},
            {421, "/stats HTTP/1.0\r\nHost: evil.example"},
            {421, "/stats HTTP/1.1\r\nHost: 127.0.0.1.evil.example"},
            {421, "/stats HTTP/1.1\r\nHost: evil.example#127.0.0.1"},
            {421, "/stats HTTP/1.1\r\nHost:"},
            {421, "http://evil.example/stats HTTP/1.1\r\nHost: localhost"}};
        for (Object[] row : table) {
            for (String method : List.of("GET ", "HEAD ")) {
                assertEquals("" + row[0], head(method + row[1] + "\r\n\r\n").split(" ")[1], method + row[1]);
            }
        }
        assertContains("HTTP/1.1 405 ", head("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"));
    }

    private String head(String request) throws IOException {
        try (RawClient client = new RawClient(admin.address().getPort())) {
            return client.send(request).receiveHead();
        }
    }

    @Test
    void thePageIsOneFileThatNeedsNothingElse() throws Exception {
        URLConnection answer = URI.create("http:/" + admin.address() + '/').toURL().openConnection();
        assertContains("default-src 'none'", answer.getHeaderField("Content-Security-Policy"));
        String page = new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (String part : List.of("<title>service one</title>", "async function refresh()", "function drawCharts",
                "function explainLaw", "prefers-color-scheme: dark")) {
            assertContains(part, page);
        }
        for (String fetch : List.of("src=", "@import", "rel=\"stylesheet\"")) {
            assertTrue(!page.contains(fetch), "the page fetches something: " + fetch);
        }
    }
}
