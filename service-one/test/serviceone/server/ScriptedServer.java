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

/** A service two that follows a test's script. Each connection has a virtual thread. */
public final class ScriptedServer implements Closeable {
    /** The server's side of one connection; its end closes the connection. */
    public interface Script {
        void play(RawClient exchange, int connection) throws Exception;
    }

    /** The whole response to the call with this head. */
    public interface Answer {
        String to(String head) throws Exception;
    }

    /** Service two's answer to each of its calls. */
    private static final Map<String, String> ANSWERS = Map.of(
            "info", "{\"service\":\"two\"}",
            "authenticate", "{\"userId\":\"abc123\"}",
            "authorize", "{\"authorities\":[\"get-meetings\"]}",
            "meetings", "{\"meetings\":[]}");
    /** The answer to {@code /rpc}'s call; a client of service one gets this body. */
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

    public static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** The right answer to a request. */
    public static String right(String head) {
        return ok(ANSWERS.get(callOf(head)));
    }

    public static Script answering(Answer answer) {
        return (exchange, _) -> {
            while (true) {
                exchange.send(answer.to(exchange.receiveHead()));
            }
        };
    }

    /** Answers calls in sequence, like service two. */
    public static void answerAll(RawClient exchange) throws Exception {
        answering(ScriptedServer::right).play(exchange, 0);
    }

    /** Answers each call like service two, but not before the test allows it. */
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
            // closed, because the test is over
        }
    }

    private static void play(Script script, Socket socket, int number) {
        try (socket) {
            script.play(new RawClient(socket), number);
        } catch (Exception e) {
            // service one has closed its end, which some scripts wait for
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
