package serviceone.status;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import testing.Await;
import testing.Program;
import testing.Test;

/** The status page's listener and those who mean it ill, or are just slow. */
class AdminServerTest implements AutoCloseable {
    private static final int LIMIT_MILLIS = 30_000;
    private static final int SLOW = 180;
    private static final int DEAF = 20;
    private static final String ASK = "GET /stats HTTP/1.1\r\nHost: localhost\r\n";
    /** What each slow one sends, and then waits. */
    private static final List<String> HALVES = List.of(
            "",
            "GE",
            "GET / HTTP/1.1\r\nHost: 127.0",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf");
    /** What a deaf one sends, which takes none of the answers. */
    private static final String MANY = (ASK.replace("/stats", "/") + "\r\n").repeat(1_000);

    private final AdminServer admin = new AdminServer(0, page -> new JsonObject(), after -> new JsonObject());
    private final List<Socket> slow = new ArrayList<>();

    AdminServerTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
        admin.close();
    }

    /**
     * In a process of its own: the JDK's server reads the limits once, and tests before may have been first. With few
     * threads, so that the service does not lack them. A page that is let down asks again.
     */
    @Test
    void answersBesideHalfRequestsAndGivesThemUp() throws Exception {
        try (ServerSocket serviceTwo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                        "--admin-port", "0", "--service-two", "127.0.0.1:" + serviceTwo.getLocalPort())) {
            one.awaitPort("one");
            int port = Integer.parseInt(one.output().replaceFirst("(?s).*page http://127.0.0.1:(\\d+)/.*", "$1"));
            for (int i = 0; i < SLOW; i++) {
                slow.add(send(port, HALVES.get(i % HALVES.size())));
            }
            for (int i = 0; i < DEAF; i++) {
                slow.add(send(port, MANY));
            }
            for (int i = 0; i < 4; i++) {
                Await.until("it answers", () -> answers(port));
            }
            String[] threads = Path.of("/proc", "" + one.pid(), "task").toFile().list();      // Linux has it
            assertTrue(threads == null || threads.length < 4 * AdminServer.THREADS, "fewer threads");
            for (Socket half : slow.subList(0, SLOW)) {
                awaitEnd(half);
            }
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = send(port, ASK + "Connection: close\r\n\r\n")) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .startsWith("HTTP/1.1 200 ");
        } catch (IOException e) {
            return false;
        }
    }

    /** Fails if it has not been closed in time. */
    private static void awaitEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // reset, where it was closed before all had been read: that is an end too
        }
    }

    private record Row(int status, String head) {
    }

    @Test
    void answersOnlyWhatWasMeantForThisMachine() throws Exception {
        int port = admin.address().getPort();
        Row[] table = {
            new Row(200, "/ HTTP/1.1\r\nHost: 127.0.0.1:" + port),
            new Row(200, "/stats HTTP/1.1\r\nHost: LocalHost:" + port),
            new Row(200, "/stats HTTP/1.1\r\nHost: localhost:9"),      // ssh -L 9:127.0.0.1:8083
            new Row(200, "/stats HTTP/1.1\r\nHost: [::1]:9"),
            new Row(200, "/stats HTTP/1.1\r\nHost: localhost"),
            new Row(200, "http://localhost/stats HTTP/1.1\r\nHost: localhost"),
            new Row(200, "/stats HTTP/1.0\r\nAccept: */*"),
            new Row(200, "/lives HTTP/1.1\r\nHost: localhost"),
            new Row(200, "/lives?after=1732262400123 HTTP/1.1\r\nHost: localhost"),
            new Row(400, "/lives?after=9999999999999999999 HTTP/1.1\r\nHost: localhost"),
            new Row(400, "/lives?before=1 HTTP/1.1\r\nHost: localhost"),
            new Row(400, "/stats HTTP/1.1\r\nAccept: */*"),
            new Row(400, "/stats HTTP/1.1\r\nHost: localhost\r\nHost: localhost"),
            new Row(421, "/ HTTP/1.1\r\nHost: evil.example"),
            new Row(421, "/stats HTTP/1.1\r\nHost: evil.example:" + port),
            new Row(421, "/nothing HTTP/1.1\r\nHost: evil.example:" + port),
            new Row(421, "/stats HTTP/1.0\r\nHost: evil.example"),
            new Row(421, "/stats HTTP/1.1\r\nHost: 127.0.0.1.evil.example"),
            new Row(421, "/stats HTTP/1.1\r\nHost: localhost.evil.example:" + port),
            new Row(421, "/stats HTTP/1.1\r\nHost: evil.example#127.0.0.1"),
            new Row(421, "/stats HTTP/1.1\r\nHost:"),
            new Row(421, "http://evil.example/stats HTTP/1.1\r\nHost: localhost")};
        for (Row row : table) {
            for (String method : List.of("GET ", "HEAD ")) {
                assertEquals(row.status, statusOf(method + row.head + "\r\nConnection: close\r\n\r\n"), row.head);
            }
        }
    }

    private int statusOf(String request) throws IOException {
        try (Socket socket = send(admin.address().getPort(), request)) {
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 "), request + " was answered " + answer);
            return Integer.parseInt(answer.substring("HTTP/1.1 ".length()).split("[ \r]")[0]);
        }
    }

    private static Socket send(int port, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }
}
