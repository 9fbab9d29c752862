package serviceone.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A service two that does to each connection what the test says. A virtual thread per connection. */
public final class ScriptedServer implements Closeable {
    /** What happens on one connection, seen from the server; its end closes it. */
    public interface Script {
        void play(RawClient exchange, int connection) throws Exception;
    }

    /** The whole response to a call of which this is the head. */
    public interface Answer {
        String to(String head) throws Exception;
    }

    /** What service two answers to each of its calls. */
    private static final Map<String, String> ANSWERS = Map.of(
            "info", "{\"service\":\"two\"}",
            "authenticate", "{\"userId\":\"abc123\"}",
            "authorize", "{\"authorities\":[\"get-meetings\"]}",
            "meetings", "{\"meetings\":[]}");
    /** To what {@code /rpc} asks; its body is what a client of service one gets. */
    public static final String INFO = ANSWERS.get("info");

    final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    public ScriptedServer(Script script) throws IOException {
        Thread.ofVirtual().start(() -> accept(script));
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** The call that a request makes: its path, without the slash. */
    public static String callOf(String head) {
        return head.substring("GET /".length()).split("[ ?]", 2)[0];
    }

    /** A whole response. */
    public static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The right answer to a request. */
    public static String right(String head) {
        return ok(ANSWERS.get(callOf(head)));
    }

    /** Answers one call after the other. */
    public static Script answering(Answer answer) {
        return (exchange, _) -> {
            while (true) {
                exchange.send(answer.to(exchange.receiveHead()));
            }
        };
    }

    /** Answers one call after the other as service two does. */
    public static void answerAll(RawClient exchange) throws Exception {
        answering(ScriptedServer::right).play(exchange, 0);
    }

    /** Answers each call as service two does, but none before the test says so. */
    public static Script answeringAfter(CountDownLatch go) {
        return answering(head -> {
            go.await();
            return right(head);
        });
    }

    private void accept(Script script) {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> play(script, socket, number));
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    private static void play(Script script, Socket socket, int number) {
        try (socket) {
            script.play(new RawClient(socket), number);
        } catch (Exception e) {
            // service one has gone away, which some scripts wait for
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
