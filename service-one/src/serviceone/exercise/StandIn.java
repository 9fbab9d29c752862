package serviceone.exercise;

import module java.base;
import common.io.Quietly;

/**
 * Stands in for service two, on a real socket. Without a script, it gives the right answer. The user of the token
 * {@code t} is {@code user-of-t}.
 *
 * <p>It uses platform threads, because a learner's code may occupy all carriers.
 */
public final class StandIn implements AutoCloseable {
    private enum Kind { ANSWER, HANG, RESET, GARBAGE }

    public record Reply(Kind kind, int status, String body, int afterMillis, boolean thenRefusing) {
        public static final Reply HANG = new Reply(Kind.HANG, 0, "", 0, false);
        public static final Reply RESET = new Reply(Kind.RESET, 0, "", 0, false);
        public static final Reply GARBAGE = new Reply(Kind.GARBAGE, 0, "", 0, false);

        public static Reply of(int status, String body) {
            return new Reply(Kind.ANSWER, status, body, 0, false);
        }

        public Reply after(int millis) {
            return new Reply(kind, status, body, millis, thenRefusing);
        }

        /** From this reply on, new connections are refused until {@link StandIn#listen}. */
        public Reply thenRefuseConnections() {
            return new Reply(kind, status, body, afterMillis, true);
        }
    }

    private static final class Tally {
        private final AtomicInteger inFlight = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger abandoned = new AtomicInteger();
    }

    private static final int BACKLOG = 1_024;
    private static final int POLL_MILLIS = 2;
    /** All held calls together poll at most this often, to leave the cores to the learner's code. */
    private static final int MOST_POLLS_PER_MILLI = 4;
    private static final long PORT_TIMEOUT_NANOS = 5_000_000_000L;

    private final Map<String, Function<String, Reply>> scripts = new ConcurrentHashMap<>();
    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final Queue<String> targets = new ConcurrentLinkedQueue<>();
    /** The value tells whether the connection is new or has a call in flight. */
    private final Map<Socket, Boolean> connections = new ConcurrentHashMap<>();
    private final int port;
    private ServerSocket listener;
    private Thread acceptor;
    private Socket portKeeper;

    public StandIn() throws IOException {
        listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        port = listener.getLocalPort();
        acceptor = accept(listener);
    }

    public int port() {
        return port;
    }

    public void on(String path, Reply reply) {
        on(path, _ -> reply);
    }

    /** @param script gives the reply to a target such as {@code /authorize?id=user-of-t} */
    public void on(String path, Function<String, Reply> script) {
        scripts.put(path, script);
    }

    public void hold(String path) {
        held.add(path);
    }

    public void release(String path) {
        held.remove(path);
    }

    public List<String> targets() {
        return List.copyOf(targets);
    }

    public int calls(String path) {
        return (int) targets.stream().filter(each -> pathOf(each).equals(path)).count();
    }

    public int inFlight(String path) {
        return tally(path).inFlight.get();
    }

    public int inFlight() {
        return tallies.values().stream().mapToInt(each -> each.inFlight.get()).sum();
    }

    public int mostAtOnce(String path) {
        return tally(path).most.get();
    }

    public int abandoned(String path) {
        return tally(path).abandoned.get();
    }

    /** Calls in flight are still answered. */
    public synchronized void refuseConnections() throws IOException {
        listener.close();
        awaitEnd(acceptor);      // frees the port
        if (portKeeper == null) {
            portKeeper = bindPort();      // keeps the port from other processes
        }
        connections.forEach((socket, busy) -> {
            if (!busy) {
                Quietly.close(socket);
            }
        });
    }

    /** Retries: a process that this JVM is starting may hold a copy of the closed listener for a moment. */
    private Socket bindPort() throws IOException {
        long start = System.nanoTime();
        while (true) {
            Socket socket = new Socket();
            try {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return socket;
            } catch (BindException e) {
                socket.close();
                if (System.nanoTime() - start > PORT_TIMEOUT_NANOS) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    public synchronized void listen() throws IOException {
        if (portKeeper != null) {
            listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
            portKeeper.close();
            portKeeper = null;
            acceptor = accept(listener);
        }
    }

    public static Reply right(String target) {
        String value = target.substring(target.indexOf('=') + 1);
        return switch (pathOf(target)) {
            case "/info" -> Reply.of(200, "{\"service\":\"two\"}");
            case "/authenticate" -> Reply.of(200, "{\"userId\":\"user-of-" + value + "\"}");
            case "/authorize" -> Reply.of(200,
                    "{\"userId\":\"" + value + "\",\"authorities\":[\"get-meetings\"]}");
            case "/meetings" -> Reply.of(200, "{\"meetings\":[{\"user\":\"" + value + "\"}]}");
            default -> Reply.of(404, "{}");
        };
    }

    private static String pathOf(String target) {
        return target.split("\\?", 2)[0];
    }

    private Tally tally(String path) {
        return tallies.computeIfAbsent(path, _ -> new Tally());
    }

    private static void awaitEnd(Thread thread) throws InterruptedIOException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private Thread accept(ServerSocket from) {
        return Thread.ofPlatform().daemon().name("stand-in").start(() -> {
            try {
                while (true) {
                    Socket socket = from.accept();
                    connections.put(socket, true);
                    Thread.ofPlatform().daemon().name("stand-in's connection").start(() -> serve(socket));
                }
            } catch (IOException e) {
                // The listener was closed.
            }
        });
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            String target = receive(socket);
            while (target != null && answer(target, socket)) {
                connections.put(socket, false);
                target = listener.isClosed() ? null : receive(socket);
            }
        } catch (IOException e) {
            // The caller has closed the connection.
        } finally {
            connections.remove(socket);
        }
    }

    /** Returns the request's target, or null if no complete head comes. */
    private String receive(Socket socket) throws IOException {
        socket.setSoTimeout(0);
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[16 * 1024];
        int length = 0;
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int read = in.read(bytes, length, bytes.length - length);
            if (read <= 0) {
                return null;
            }
            connections.put(socket, true);
            length += read;
            head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
        return head.split(" ", 3)[1];
    }

    private boolean answer(String target, Socket socket) throws IOException {
        String path = pathOf(target);
        Tally tally = tally(path);
        int now = tally.inFlight.incrementAndGet();
        tally.most.accumulateAndGet(now, Math::max);
        targets.add(target);
        Reply scripted = scripts.getOrDefault(path, StandIn::right).apply(target);
        Reply reply = scripted == null ? right(target) : scripted;
        boolean isWaiting = awaitDue(reply, path, socket);
        if (!isWaiting) {
            tally.abandoned.incrementAndGet();
        }
        tally.inFlight.decrementAndGet();      // before the caller can make its next call
        return isWaiting && send(reply, socket);
    }

    private boolean awaitDue(Reply reply, String path, Socket socket) {
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(reply.afterMillis);
        while (true) {
            boolean hangs = reply.kind == Kind.HANG;
            long left = due - System.nanoTime();
            if (left <= 0 && !hangs && !held.contains(path)) {
                return true;
            }
            long timeout = hangs ? 0 : left > 0 ? left / 1_000_000 + 1
                    : Math.max(POLL_MILLIS, inFlight() / MOST_POLLS_PER_MILLI);
            try {
                socket.setSoTimeout((int) timeout);
                if (socket.getInputStream().read() < 0) {
                    return false;
                }
            } catch (SocketTimeoutException e) {
                // The caller is still waiting.
            } catch (IOException e) {
                return false;
            }
        }
    }

    private boolean send(Reply reply, Socket socket) throws IOException {
        if (reply.thenRefusing) {
            refuseConnections();
        }
        switch (reply.kind) {
            case RESET -> socket.setSoLinger(true, 0);
            case GARBAGE -> write("220 mail.example.org ready\r\n\r\n", socket);
            default -> write("HTTP/1.1 " + reply.status + " -\r\nContent-Length: " + reply.body.length() + "\r\n"
                    + (reply.thenRefusing ? "Connection: close\r\n" : "") + "\r\n" + reply.body, socket);
        }
        return reply.kind == Kind.ANSWER && !reply.thenRefusing;
    }

    private static void write(String text, Socket socket) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        if (portKeeper != null) {
            portKeeper.close();
        }
        connections.keySet().forEach(Quietly::close);
    }
}
