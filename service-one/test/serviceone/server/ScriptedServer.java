package serviceone.server;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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
    /** What happens on one connection; its end closes it. */
    public interface Script {
        void play(Exchange exchange, int connection) throws Exception;
    }

    /** The whole response to a call of which this is the head. */
    public interface Answer {
        String to(String head) throws Exception;
    }

    /** One connection, seen from the server. */
    public static final class Exchange {
        public final Socket socket;

        Exchange(Socket socket) {
            this.socket = socket;
        }

        /** Waits for a request's head, whatever it asks, and returns it. */
        public String receive() throws IOException {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    throw new IOException("no request");
                }
                head.append((char) c);
            }
            return head.toString();
        }

        /** Answers one request after the other as service two does. */
        public void answerAll() throws Exception {
            answering(ScriptedServer::right).play(this, 0);
        }

        public void send(String bytes) throws IOException {
            socket.getOutputStream().write(bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        }
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
                exchange.send(answer.to(exchange.receive()));
            }
        };
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
            script.play(new Exchange(socket), number);
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
