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
    /** The server's side of a connection, which is closed when {@code play} ends. */
    public interface Script {
        /** @param connection the number of the connection, from 1 */
        void play(RawClient exchange, int connection) throws Exception;
    }

    /** Decides how calls are answered. */
    public interface Answer {
        /** Returns the whole response to the call with this head. */
        String answer(String head) throws Exception;
    }

    /** Service two's answers by call. */
    private static final Map<String, String> ANSWERS = Map.of(
            "info", "{\"service\":\"two\"}",
            "authenticate", "{\"userId\":\"abc123\"}",
            "authorize", "{\"authorities\":[\"get-meetings\"]}",
            "meetings", "{\"meetings\":[]}");
    /** The answer to the call that {@code /rpc} makes. Service one's client gets this body. */
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

    /** The name of the call with this head: its path without the slash. */
    public static String callOf(String head) {
        return head.substring("GET /".length()).split("[ ?]", 2)[0];
    }

    public static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Service two's answer to the call with this head. */
    public static String rightAnswer(String head) {
        return ok(ANSWERS.get(callOf(head)));
    }

    public static Script answering(Answer answer) {
        return (exchange, _) -> {
            while (true) {
                exchange.send(answer.answer(exchange.receiveHead()));
            }
        };
    }

    /** Answers each call like service two, until the connection ends. */
    public static void answerAll(RawClient exchange) throws Exception {
        answering(ScriptedServer::rightAnswer).play(exchange, 0);
    }

    /** Answers each call like service two, once the latch is open. */
    public static Script answeringAfter(CountDownLatch go) {
        return answering(head -> {
            go.await();
            return rightAnswer(head);
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
            // service one has closed the connection, which some scripts wait for
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
