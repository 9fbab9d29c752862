package serviceone.server;

import module java.base;

public final class ScriptedServer implements Closeable {
    /** When {@code play} ends, the server closes the connection. */
    public interface Script {
        /**
         * @param exchange the server's end of the connection
         * @param number   of the connection, from 1
         */
        void play(RawClient exchange, int number) throws Exception;
    }

    public interface Answer {
        String answer(String head) throws Exception;
    }

    private static final Map<String, String> ANSWERS = Map.of(
            "info", "{\"service\":\"two\"}",
            "authenticate", "{\"userId\":\"abc123\"}",
            "authorize", "{\"authorities\":[\"get-meetings\"]}",
            "meetings", "{\"meetings\":[]}");
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

    public static String callOf(String head) {
        return head.substring("GET /".length()).split("[ ?]", 2)[0];
    }

    public static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

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

    public static void answerAll(RawClient exchange) throws Exception {
        answering(ScriptedServer::rightAnswer).play(exchange, 0);
    }

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
            // service one or the test has closed the connection, or the script has failed
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
