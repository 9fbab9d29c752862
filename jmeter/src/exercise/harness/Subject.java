package exercise.harness;

import module java.base;
import serviceone.routes.Parts;

/** The learner's part in one check, and what the check runs it with. */
public final class Subject implements AutoCloseable {
    /** A call of the learner's code, on a thread of its own. */
    public record Attempt(FutureTask<Object> task, Thread thread) {
        public Object result() throws InterruptedException {
            try {
                return task.get();
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }

        public boolean hasEnded() {
            return !thread.isAlive();
        }
    }

    /** How long to watch for what must not happen. */
    private static final int SETTLE_MILLIS = 30;
    private static final int LOOKS = 5;
    /** So many requests that what is kept of each shows beside what a JVM keeps of its own. */
    private static final int ENOUGH = 10_000;
    /** For each request. The smallest object takes 16 bytes, and its place in a list four. */
    private static final int MOST_KEPT_BYTES = 12;
    /** What a JVM may keep of its own. */
    private static final int NOISE_BYTES = 100_000;
    private static final int LOOK_MILLIS = 10;

    public final Parts parts;
    /** How many requests, sockets or calls met the learner's code. */
    public final AtomicLong tried = new AtomicLong();
    private final AtomicInteger tokens = new AtomicInteger();
    private final ThreadGroup group = new ThreadGroup("check");
    private final Set<Thread> checkThreads = ConcurrentHashMap.newKeySet();
    /** Those that have ended are forgotten. */
    private final Set<Asking> requests = Collections.synchronizedSet(
            Collections.newSetFromMap(new WeakHashMap<>()));
    private final ExecutorService loop = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("event loop").factory());
    private final Queue<Work> works = new ConcurrentLinkedQueue<>();
    private final int patienceMillis;
    private final Thread creator = Thread.currentThread();

    Subject(Parts parts, int patienceMillis) {
        this.patienceMillis = patienceMillis;
        this.parts = parts;
    }

    /** A new request, which begins when it is asked. */
    public Asking request(String token) {
        tried.incrementAndGet();
        return request(parts, token);
    }

    /** A request that the service's own part answers instead of the learner's. */
    public Asking requestBeside(String token) {
        return request(Parts.OWN, token);
    }

    private Asking request(Parts by, String token) {
        Asking request = new Asking(this, by, token, loop);
        requests.add(request);
        return request;
    }

    /** New requests, with tokens that this check has not used yet: {@code t0}, {@code t1} … */
    public List<Asking> requests(int howMany) {
        int first = tokens.getAndAdd(howMany);
        return IntStream.range(first, first + howMany).mapToObj(i -> request("t" + i)).toList();
    }

    /** Ends with the check, whoever waits in it. */
    public Work work() {
        Work work = new Work();
        works.add(work);
        return work;
    }

    /** From now on, the learner's threads meet at any step of the code. */
    public void interleave() {
        Interleaving.isOn = true;
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
        requireSoon(condition, found, () -> hint);
    }

    void requireSoon(Callable<Boolean> condition, Supplier<String> found, Supplier<String> hint) throws Exception {
        if (await(condition)) {
            return;
        }
        Outcome outcome = isAnyRunning() ? Outcome.CANNOT_JUDGE : Outcome.NOT_YET;
        if (!condition.call()) {
            throw new Check.Failed(found.get() + Stacks.lines(), hint.get(), outcome);
        }
    }

    /** Whether a thread runs or wants a core. If none does, no other program is why something has not come. */
    private boolean isAnyRunning() throws InterruptedException {
        for (int i = 0; i < LOOKS; i++) {
            if (Stacks.threads().stream().anyMatch(this::isRunning)) {
                return true;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return false;
    }

    boolean isRunning(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        boolean isOfJvm = group == null || group.getParent() == null;      // null if it has ended
        return !isOfJvm && thread != creator && thread != Thread.currentThread()
                && thread.getState() == Thread.State.RUNNABLE;
    }

    /** Fails the check if the code throws or hangs. */
    public void requireReturn(String what, Callable<?> code, String hint) throws Exception {
        Attempt attempt = attempt(code);
        requireSoon(attempt::hasEnded, () -> what + " has not returned", hint);
        Check.<Object, Exception>end(attempt.result());
    }

    /** {@link #threads} leaves out the new thread, but not the threads that it starts. */
    public Attempt attempt(Callable<?> code) {
        FutureTask<Object> task = new FutureTask<>(code::call);
        Thread thread = new Thread(group, task, "check");
        checkThreads.add(thread);
        thread.start();
        return new Attempt(task, thread);
    }

    /**
     * Fails the check if the heap grows with each request.
     *
     * @param batch serves requests, and returns how many
     */
    public void requireNothingKept(Callable<Integer> batch) throws Exception {
        AtomicLong requests = new AtomicLong();
        Callable<Long> counted = () -> requests.addAndGet(batch.call());
        repeat(counted);      // loads classes and starts threads
        long before = liveBytes(counted);
        requests.set(0);
        repeat(counted);
        AtomicLong kept = new AtomicLong();
        boolean isLittle = await(() -> {
            kept.set(liveBytes(counted) - before);
            return kept.get() <= MOST_KEPT_BYTES * requests.get();
        });
        String found = String.format("after %,d of them, the heap held %,d bytes more than before", requests.get(),
                kept.get());
        Check.require(isLittle || kept.get() <= NOISE_BYTES, found, "kept");
        Check.requireInTime(isLittle, found, "kept");
    }

    private void repeat(Callable<Long> counted) throws Exception {
        long start = System.nanoTime();
        while (counted.call() < ENOUGH && millisSince(start) <= patienceMillis) {
            // the condition makes requests
        }
    }

    /** At the quietest moment. Before each look come further requests: code may remove old entries with the next. */
    private static long liveBytes(Callable<?> batch) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < LOOKS; i++) {
            batch.call();
            System.gc();
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    public List<Thread> threads() {
        Thread[] some = new Thread[group.activeCount() + checkThreads.size() + 16];
        int count = group.enumerate(some);
        return Stream.of(some).limit(count).filter(each -> !checkThreads.contains(each)).toList();
    }

    /** A call of the learner's code on a new virtual thread, as in the service. */
    public Attempt attemptOnVirtual(Callable<?> code) {
        FutureTask<Object> task = new FutureTask<>(code::call);
        return new Attempt(task, Thread.startVirtualThread(task));
    }

    static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** A thread that ignores interrupts stays until the JVM ends. */
    @Override
    public void close() {
        Interleaving.isOn = false;
        works.forEach(Work::release);
        List.copyOf(requests).forEach(Asking::close);
        loop.shutdownNow();
        group.interrupt();
        Stacks.ignoreAll();
    }
}
