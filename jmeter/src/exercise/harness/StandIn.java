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

    private record Exchange(Socket socket, String path, Reply reply, AtomicBoolean over) {
    }

    public static final String INFO = "/info";
    public static final String AUTHENTICATE = "/authenticate";
    public static final String AUTHORIZE = "/authorize";
    public static final String MEETINGS = "/meetings";
    public static final List<String> PATHS = List.of(INFO, AUTHENTICATE, AUTHORIZE, MEETINGS);
    private static final int BACKLOG = 1_024;
    private final Map<String, Function<String, Reply>> scripts = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = counters();
    private final Map<String, AtomicInteger> inFlight = counters();
    private final Map<String, AtomicInteger> abandoned = counters();
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

    private static Map<String, AtomicInteger> counters() {
        return PATHS.stream().collect(Collectors.toMap(path -> path, _ -> new AtomicInteger()));
    }

    int port() {
        return listener.getLocalPort();
    }

    /** @param script gives the reply to a target such as {@code /authorize?id=user-of-t}; null for the right one */
    public void on(String path, Function<String, Reply> script) {
        scripts.put(path, script);
    }

    public void on(String path, Reply reply) {
        on(path, _ -> reply);
    }

    public void hold(Collection<String> paths) {
        synchronized (held) {
            paths.forEach(path -> held.putIfAbsent(path, new ArrayList<>()));
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
        return calls.get(path).get();
    }

    public int inFlight(String path) {
        return inFlight.get(path).get();
    }

    public int inFlight() {
        return PATHS.stream().mapToInt(this::inFlight).sum();
    }

    public int abandoned(String path) {
        return abandoned.get(path).get();
    }

    public static Reply right(String target) {
        String value = target.substring(target.indexOf('=') + 1);
        return Reply.of(200, switch (pathOf(target)) {
            case INFO -> "{\"service\":\"two\"}";
            case AUTHENTICATE -> "{\"userId\":\"user-of-" + value + "\"}";
            case AUTHORIZE -> "{\"userId\":\"" + value + "\",\"authorities\":[\"get-meetings\"]}";
            default -> "{\"meetings\":[{\"user\":\"" + value + "\"}]}";
        });
    }

    private static String pathOf(String target) {
        return target.split("\\?", 2)[0];
    }

    private void serve(Socket socket) {
        Exchange last = null;
        try (socket) {
            socket.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("GET ")) {
                    last = begin(line.split(" ")[1], socket);
                }
            }
        } catch (IOException e) {
            // The caller has reset the connection.
        }
        connections.remove(socket);
        if (last != null && ends(last)) {
            abandoned.get(last.path).incrementAndGet();
        }
    }

    private Exchange begin(String target, Socket socket) {
        String path = pathOf(target);
        Reply scripted = scripts.getOrDefault(path, StandIn::right).apply(target);
        Exchange call = new Exchange(socket, path, scripted == null ? right(target) : scripted, new AtomicBoolean());
        targets.add(target);
        inFlight.get(path).incrementAndGet();
        calls.get(path).incrementAndGet();
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
            inFlight.get(call.path).decrementAndGet();      // before the caller can make its next call
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
