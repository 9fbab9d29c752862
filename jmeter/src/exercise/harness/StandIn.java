package exercise.harness;

import module java.base;
import common.io.Quietly;

/**
 * Stands in for service two, on a real socket. The user of the token {@code t} is {@code user-of-t}. A thread for each
 * connection reads, so it notices when a caller leaves; whoever makes an answer due writes it. The threads are platform
 * threads, because a learner's code may occupy all carriers.
 */
public final class StandIn implements Closeable {
    /** @param status of an answer; otherwise one of the constants */
    public record Reply(int status, String body, int afterMillis) {
        public static final Reply HANG = new Reply(0, "", 0);
        public static final Reply RESET = new Reply(-1, "", 0);
        public static final Reply GARBAGE = new Reply(-2, "220 mail.example.org ready\r\n\r\n", 0);

        public static Reply of(int status, String body) {
            return new Reply(status, body, 0);
        }

        public Reply after(int millis) {
            return new Reply(status, body, millis);
        }
    }

    /** A failure of service two, and the status that the client must get. */
    public record Ending(String path, Reply reply, String what, int status) {
        public static final List<Ending> FAILURES = List.of(
                new Ending("/authenticate", Reply.of(401, "{}"), "401: the token is unknown", 401),
                new Ending("/authorize", Reply.of(200, "{\"authorities\":[]}"), "an empty list of authorities", 403),
                new Ending("/info", Reply.of(500, "{}"), "500", 502),
                new Ending("/authorize", Reply.RESET, "a reset", 502),
                new Ending("/meetings", Reply.GARBAGE, "bytes that are not HTTP", 502),
                new Ending("/meetings", Reply.of(404, "{}"), "404", 502));

        public String text() {
            return "service two answered " + path + " with " + what;
        }

        /** Service one repeats a call whose kept connection was reset. */
        public int mostCalls() {
            return reply == Reply.RESET ? 2 : 1;
        }
    }

    private record Exchange(Socket socket, String path, Reply reply, AtomicBoolean over) {
    }

    private static final int BACKLOG = 1_024;
    private static final String CALLS = "calls ";
    private static final String IN_FLIGHT = "in flight ";
    private static final String ABANDONED = "abandoned ";
    private final Map<String, Function<String, Reply>> scripts = new ConcurrentHashMap<>();
    /** By a word and a path. */
    private final Map<String, AtomicInteger> counters = new ConcurrentHashMap<>();
    private final Queue<String> targets = new ConcurrentLinkedQueue<>();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Map<String, List<Exchange>> held = new HashMap<>();      // guarded by itself
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("stand-in's clock").factory());
    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());

    StandIn() throws IOException {
        Thread.ofPlatform().daemon().name("stand-in").start(() -> {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    connections.add(socket);
                    Thread.ofPlatform().daemon().name("stand-in's connection").start(() -> serve(socket));
                }
            } catch (IOException e) {
                // The listener was closed.
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    public void on(String path, Reply reply) {
        on(path, _ -> reply);
    }

    /** @param script gives the reply to a target such as {@code /authorize?id=user-of-t}; null for the right one */
    public void on(String path, Function<String, Reply> script) {
        scripts.put(path, script);
    }

    public void hold(String... paths) {
        synchronized (held) {
            Stream.of(paths).forEach(path -> held.putIfAbsent(path, new ArrayList<>()));
        }
    }

    public void release(String path) {
        List<Exchange> waiting;
        synchronized (held) {
            waiting = held.remove(path);
        }
        if (waiting != null) {
            waiting.forEach(this::answer);
        }
    }

    public List<String> targets() {
        return List.copyOf(targets);
    }

    public int calls(String path) {
        return counter(CALLS + path).get();
    }

    public int inFlight(String path) {
        return counter(IN_FLIGHT + path).get();
    }

    public int inFlight() {
        return counters.keySet().stream().filter(each -> each.startsWith(IN_FLIGHT))
                .mapToInt(each -> counter(each).get()).sum();
    }

    public int abandoned(String path) {
        return counter(ABANDONED + path).get();
    }

    public static Reply right(String target) {
        String value = target.substring(target.indexOf('=') + 1);
        return Reply.of(200, switch (pathOf(target)) {
            case "/info" -> "{\"service\":\"two\"}";
            case "/authenticate" -> "{\"userId\":\"user-of-" + value + "\"}";
            case "/authorize" -> "{\"userId\":\"" + value + "\",\"authorities\":[\"get-meetings\"]}";
            default -> "{\"meetings\":[{\"user\":\"" + value + "\"}]}";
        });
    }

    private static String pathOf(String target) {
        return target.split("\\?", 2)[0];
    }

    private AtomicInteger counter(String name) {
        return counters.computeIfAbsent(name, _ -> new AtomicInteger());
    }

    private void serve(Socket socket) {
        Exchange last = null;
        try (socket) {
            socket.setTcpNoDelay(true);
            for (String target = read(socket); target != null; target = read(socket)) {
                last = begin(target, socket);
            }
        } catch (IOException e) {
            // The caller has reset the connection.
        }
        connections.remove(socket);
        if (last != null && ends(last)) {
            counter(ABANDONED + last.path).incrementAndGet();
        }
    }

    /** Returns the request's target, or null if no complete head comes. */
    private static String read(Socket socket) throws IOException {
        byte[] bytes = new byte[16 * 1024];
        int length = 0;
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int read = socket.getInputStream().read(bytes, length, bytes.length - length);
            if (read <= 0) {
                return null;
            }
            length += read;
            head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
        return head.split(" ", 3)[1];
    }

    private Exchange begin(String target, Socket socket) {
        String path = pathOf(target);
        Reply scripted = scripts.getOrDefault(path, StandIn::right).apply(target);
        Exchange call = new Exchange(socket, path, scripted == null ? right(target) : scripted, new AtomicBoolean());
        targets.add(target);
        counter(IN_FLIGHT + path).incrementAndGet();
        counter(CALLS + path).incrementAndGet();
        if (call.reply.afterMillis > 0) {
            clock.schedule(() -> due(call), call.reply.afterMillis, TimeUnit.MILLISECONDS);
        } else if (call.reply != Reply.HANG) {
            due(call);
        }
        return call;
    }

    private void due(Exchange call) {
        synchronized (held) {
            if (held.containsKey(call.path)) {
                held.get(call.path).add(call);
                return;
            }
        }
        answer(call);
    }

    /** Returns false if the call has already ended. */
    private boolean ends(Exchange call) {
        boolean ends = call.over.compareAndSet(false, true);
        if (ends) {
            counter(IN_FLIGHT + call.path).decrementAndGet();      // before the caller can make its next call
        }
        return ends;
    }

    private void answer(Exchange call) {
        if (!ends(call)) {
            return;
        }
        Reply reply = call.reply;
        String head = reply.status < 0 ? "" : "HTTP/1.1 " + reply.status + " -\r\nContent-Length: "
                + reply.body.length() + "\r\n\r\n";
        try {
            call.socket.setSoLinger(reply == Reply.RESET, 0);
            call.socket.getOutputStream().write((head + reply.body).getBytes(StandardCharsets.ISO_8859_1));
            if (reply.status < 0) {
                call.socket.close();
            }
        } catch (IOException e) {
            Quietly.close(call.socket);      // the caller has left
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        clock.shutdownNow();
        connections.forEach(Quietly::close);
    }
}
