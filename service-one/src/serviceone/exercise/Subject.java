package serviceone.exercise;

import module java.base;
import common.io.Quietly;
import common.mode.Mode;
import serviceone.Parts;
import serviceone.Server;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/**
 * Runs the learner's part in a real service, between clients and a stand-in for service two. The check's thread uses
 * the subject, and {@link BehaviourChecks} closes it.
 */
public final class Subject implements Closeable {
    public record Answer(int status, String body, long millis) {
    }

    public static final class Client implements Closeable {
        private static final int TIMEOUT_MILLIS = 20_000;
        private final Socket socket;
        private final InputStream in;
        private long askedAt;

        private Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = socket.getInputStream();
        }

        public Client ask(String path, String token) throws IOException {
            askedAt = System.nanoTime();
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + token
                    + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        public Answer answer() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int c = in.read();
                if (c < 0) {
                    throw new EOFException("the service closed the connection after <" + head + ">");
                }
                head.append((char) c);
            }
            int at = head.indexOf("Content-Length: ");
            int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
            String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            return new Answer(Integer.parseInt(head.substring(9, 12)), body, millisSince(askedAt));
        }

        public boolean hasAnswer() throws IOException {
            return in.available() > 0;
        }

        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static final class Group extends ThreadGroup {
        private volatile Throwable uncaught;

        Group() {
            super("check");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable e) {
            if (uncaught == null && !Check.isOnPurpose(e)) {
                uncaught = e;
            }
        }
    }

    /** Short, because checks wait for the end of the service. */
    private static final int GRACE_MILLIS = 50;
    static final String START_RETURNS = "start() must only start threads and return: those threads take and serve "
            + "sockets";
    private static final int HOUR_MILLIS = 3_600_000;
    private static final Settings SETTINGS = Settings.DEFAULTS.withTimes(HOUR_MILLIS, GRACE_MILLIS);
    static final int PATIENT_ANSWER_MILLIS = 60_000;

    private final Path classes;
    private final int patienceMillis;
    private final Group group = new Group();
    private final Set<Thread> checkThreads = ConcurrentHashMap.newKeySet();
    private final StandIn two = new StandIn();
    private final List<Client> clients = new ArrayList<>();
    private Parts parts;
    private Server server;

    Subject(Path classes, int patienceMillis) throws IOException {
        this.classes = classes;
        this.patienceMillis = patienceMillis;
    }

    public Parts parts() throws IOException {
        if (parts == null) {
            parts = Parts.load(classes);
        }
        return parts;
    }

    public StandIn two() {
        return two;
    }

    public void start(Mode mode, int size) throws Exception {
        start(mode, size, PATIENT_ANSWER_MILLIS);
    }

    public void start(Mode mode, int size, int answerMillis) throws Exception {
        start(mode, size, answerMillis, parts());
    }

    void start(Mode mode, int size, int answerMillis, Parts parts) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), two.port());
        server = new Server(mode, size, any, SETTINGS,
                new ServiceTwoAddress(address, "two", answerMillis, answerMillis, new Bulkhead(0, 0)), new Meter(mode),
                parts);
        requireReturn("start()", _ -> server.start(), START_RETURNS);
    }

    public Client client() throws IOException {
        Client client = new Client(server.port());
        clients.add(client);
        return client;
    }

    /** The new clients have the tokens {@code t0}, {@code t1} … */
    public List<Client> ask(int howMany, String path) throws IOException {
        List<Client> asking = new ArrayList<>();
        for (int i = 0; i < howMany; i++) {
            asking.add(client().ask(path, "t" + i));
        }
        return asking;
    }

    static int answered(List<Client> clients) throws IOException {
        int answered = 0;
        for (Client each : clients) {
            answered += each.hasAnswer() ? 1 : 0;
        }
        return answered;
    }

    public Answer get(String path, String token) throws IOException {
        try (Client client = new Client(server.port())) {
            return client.ask(path, token).answer();
        }
    }

    /** Returns whether the condition came true in time. */
    public boolean await(Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (millisSince(start) > patienceMillis) {
                return false;
            }
            Thread.sleep(1);
        }
        return true;
    }

    public void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
        requireSoon(condition, found, () -> hint);
    }

    void requireSoon(Callable<Boolean> condition, Supplier<String> found, Supplier<String> hint) throws Exception {
        if (!await(condition)) {
            throw new Check.Failed(found.get(), hint.get());
        }
    }

    /** Fails the check if the code throws or hangs. */
    public void requireReturn(String what, Check.Body code, String hint) throws Exception {
        Throwable[] thrown = new Throwable[1];      // written before the thread ends, read after join
        Thread thread = startThread(() -> {
            try {
                code.run(this);
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        thread.join(patienceMillis);
        if (thread.isAlive()) {
            String found = what + " has not returned after " + patienceMillis + " ms" + stacks();
            thread.interrupt();
            throw new Check.Failed(found, hint);
        }
        switch (thrown[0]) {
            case null -> { }
            case Exception e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** {@link #threads} leaves out the new thread, but not the threads that it starts. */
    Thread startThread(Runnable code) {
        Thread thread = new Thread(group, code, "check");
        checkThreads.add(thread);
        thread.start();
        return thread;
    }

    public List<Thread> threads() {
        Thread[] some = new Thread[group.activeCount() + checkThreads.size() + 16];
        int count = group.enumerate(some);
        return Stream.of(some).limit(count).filter(each -> !checkThreads.contains(each)).toList();
    }

    /** Stack lines of the learner's threads, to append to a message. */
    public static String stacks() {
        String lines = LearnersLines.linesOfThreads();
        return lines.isEmpty() ? "" : "; " + lines;
    }

    String uncaught() {
        Throwable uncaught = group.uncaught;
        return uncaught == null ? "" : "; a thread ended with " + LearnersLines.describe(uncaught);
    }

    /** Any thread may call this. */
    void interrupt() {
        group.interrupt();
    }

    static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    public void stop() throws Exception {
        Server stopped = server;
        server = null;
        requireReturn("the service's stop", _ -> stopped.stop(),
                "the service calls your stop() and close(), and waits until they return");
    }

    /** A thread that ignores interrupts stays until the JVM ends. */
    @Override
    public void close() throws IOException {
        clients.forEach(Quietly::close);
        try {
            if (server != null) {
                stop();
            }
        } catch (Exception e) {
            // The check has already reported the mistake.
        } finally {
            two.close();
            group.interrupt();
        }
    }
}
