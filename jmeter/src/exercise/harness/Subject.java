package exercise.harness;

import module java.base;
import common.http.Response;
import common.io.Quietly;
import common.mode.Mode;
import exercise.harness.Client.Answer;
import serviceone.Parts;
import serviceone.Server;
import serviceone.calls.AsyncClient;
import serviceone.calls.BlockingCalls;
import serviceone.calls.BlockingClient;
import serviceone.calls.Bulkhead;
import serviceone.calls.Call;
import serviceone.calls.CallException;
import serviceone.calls.Meetings;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/** Runs the learner's part, if wanted in a real service, between clients and a stand-in for service two. */
public final class Subject implements Closeable {
    /** A call of the learner's code, on a thread of its own. */
    public record Attempt(FutureTask<Object> task, Thread thread) {
        /** What the code has returned or thrown. */
        public Object result() throws InterruptedException {
            try {
                return task.get();
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }
    }

    /** Records which threads ask the learner's class, make its calls and complete its answers. */
    private final class Observed implements Meetings.Blocking, Meetings.Async {
        private Call.Requester observed(Call.Requester requester) {
            return new Call.Requester() {
                /** Each call begins with this question. */
                @Override
                public boolean hasLeft() {
                    callers.add(Thread.currentThread());
                    return requester.hasLeft();
                }

                @Override
                public ConnectionMeter meter() {
                    return requester.meter();
                }
            };
        }

        @Override
        public Response answer(BlockingCalls serviceTwo, String token) throws CallException, InterruptedException {
            requestThreads.add(Thread.currentThread());
            Response response = parts.blocking().answer(serviceTwo instanceof BlockingClient.Calls plain
                    ? new BlockingClient.Calls(plain.client(), observed(plain.requester())) : serviceTwo, token);
            return response == null ? NULL : response;
        }

        @Override
        public CompletableFuture<Response> answer(AsyncClient.Calls serviceTwo, String token) {
            CompletableFuture<Response> answer = parts.async().answer(
                    new AsyncClient.Calls(serviceTwo.client(), observed(serviceTwo.requester())), token);
            return answer == null ? CompletableFuture.completedFuture(NULL)
                    : answer.whenComplete((_, _) -> completers.add(Thread.currentThread()));
        }
    }

    private static final Response NULL = Response.error(500, "answer() returned null");
    /** Short, because checks wait for the end of the service. */
    private static final int GRACE_MILLIS = 50;
    private static final Settings SETTINGS = Settings.DEFAULTS.withTimes(3_600_000, GRACE_MILLIS);
    private static final int PATIENT_ANSWER_MILLIS = 60_000;
    /** How long to watch for what must not happen. */
    private static final int SETTLE_MILLIS = 30;

    public final StandIn two = new StandIn();
    public final Set<Thread> requestThreads = ConcurrentHashMap.newKeySet();
    public final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    public final Set<Thread> completers = ConcurrentHashMap.newKeySet();
    /** How many requests, sockets or calls met the learner's code. */
    public final AtomicLong tried = new AtomicLong();
    private final ThreadGroup group = new ThreadGroup("check");
    private final Set<Thread> checkThreads = ConcurrentHashMap.newKeySet();
    private final Queue<Client> clients = new ConcurrentLinkedQueue<>();
    private final Queue<Work> works = new ConcurrentLinkedQueue<>();
    private final int patienceMillis;
    private final Parts parts;
    private Server server;

    Subject(Path classes, int patienceMillis) throws IOException {
        this.patienceMillis = patienceMillis;
        try {
            this.parts = Parts.load(classes);
        } catch (IOException | RuntimeException | Error e) {
            two.close();
            throw e;
        }
    }

    /** The learner's part, not observed. */
    public Parts parts() {
        return parts;
    }

    public StandIn start(Mode mode, int size) throws Exception {
        return start(mode, size, PATIENT_ANSWER_MILLIS);
    }

    public StandIn start(Mode mode, int size, int answerMillis) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), two.port());
        server = new Server(mode, size, any, SETTINGS,
                new ServiceTwoAddress(address, "two", answerMillis, answerMillis, new Bulkhead(0)), new Meter(mode),
                parts.with(new Observed()));
        requireReturn("start()", server::start, "returns");
        return two;
    }

    public Client client() throws IOException {
        Client client = new Client(server.port(), tried);
        clients.add(client);
        return client;
    }

    /** A new client. */
    public Client ask(String path, String token) throws IOException {
        return client().ask(path, token);
    }

    /** New clients, with the tokens {@code t0}, {@code t1} … */
    public List<Client> ask(int howMany, String path) throws IOException {
        List<Client> asking = new ArrayList<>();
        for (int i = 0; i < howMany; i++) {
            asking.add(ask(path, "t" + i));
        }
        return asking;
    }

    public Answer answer(Client client, String after) throws Exception {
        requireSoon(client::hasAnswer, () -> after + ", and a client got no answer", "no-answer");
        return client.read();
    }

    /** Ends with the check, whoever waits in it. */
    public Work work() {
        Work work = new Work();
        works.add(work);
        return work;
    }

    public void settle() throws InterruptedException {
        Thread.sleep(SETTLE_MILLIS);
    }

    /** Returns whether the condition came true in time. */
    public boolean await(Callable<Boolean> condition) throws Exception {
        for (long start = System.nanoTime(); !condition.call(); Thread.sleep(1)) {
            if (millisSince(start) > patienceMillis) {
                return false;
            }
        }
        return true;
    }

    public void requireSoon(Callable<Boolean> condition, Supplier<String> found, String hint) throws Exception {
        if (!await(condition)) {
            Check.requireInTime(false, found.get() + Stacks.lines(), hint);
        }
    }

    /** Fails the check if the code throws or hangs. */
    public void requireReturn(String what, Callable<?> code, String hint) throws Exception {
        Attempt attempt = attempt(code);
        requireSoon(() -> !attempt.thread.isAlive(), () -> what + " has not returned", hint);
        switch (attempt.result()) {
            case Exception thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case null, default -> { }
        }
    }

    /** {@link #threads} leaves out the new thread, but not the threads that it starts. */
    public Attempt attempt(Callable<?> code) {
        FutureTask<Object> task = new FutureTask<>(code::call);
        Thread thread = new Thread(group, task, "check");
        checkThreads.add(thread);
        thread.start();
        return new Attempt(task, thread);
    }

    public List<Thread> threads() {
        Thread[] some = new Thread[group.activeCount() + checkThreads.size() + 16];
        int count = group.enumerate(some);
        return Stream.of(some).limit(count).filter(each -> !checkThreads.contains(each)).toList();
    }

    static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    public void stop() throws Exception {
        Server stopped = server;
        server = null;
        requireReturn("the service's stop", stopped::stop, "still-there");
    }

    /** A thread that ignores interrupts stays until the JVM ends. */
    @Override
    public void close() throws IOException {
        works.forEach(Work::release);
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
            Stacks.ignoreAll();
        }
    }
}
