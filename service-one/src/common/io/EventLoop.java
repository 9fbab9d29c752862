package common.io;

import module java.base;
import java.lang.System.Logger;

/**
 * One thread and one selector. Only this thread uses the registered channels, so connections need no locks. The loop
 * survives every exception of its callbacks. It also keeps the {@linkplain Deadline deadlines} of other threads.
 *
 * <p>Any thread may call {@link #execute}, {@link #executeBy} and {@link #close}. A task sees all that the caller wrote
 * before.
 */
public final class EventLoop implements Executor, AutoCloseable {
    /** A channel's callbacks, on the loop's thread. */
    public interface Handler {
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable failure);
    }

    /** What one connection reads before it is the others' turn: in a loop with one read, elsewhere with several. */
    public static final int BYTES_A_TURN = 64 * 1024;

    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final int TASKS_A_TURN = 256;
    private static final int LONGEST_SELECT_MILLIS = 1_000;
    private static final long REPEATS_MILLIS = 1_000;

    private final Clock clock;
    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer buffer = ByteBuffer.allocate(BYTES_A_TURN);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Timers timers = new Timers();
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private volatile long selectsUntil;
    private volatile boolean closed;

    public EventLoop(Thread.Builder builder, Clock clock) throws IOException {
        this.clock = clock;
        selectsUntil = nanoTime();
        selector = Selector.open();
        clock.onSet(selector::wakeup);
        thread = builder.unstarted(this::run);
        every(REPEATS_MILLIS, () -> FailureLog.logRepeats(System.nanoTime()));
    }

    public EventLoop start() {
        thread.start();
        return this;
    }

    /** Any thread. */
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Any thread: whether the caller runs on this loop. */
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (!isCurrent()) {
            selector.wakeup();
        }
    }

    /** Runs the task by this {@link #nanoTime}, and does not wake the loop if it will be awake before. */
    void executeBy(long moment, Runnable task) {
        if (isCurrent()) {
            task.run();
            return;
        }
        tasks.add(task);
        if (moment - selectsUntil < 0) {
            selector.wakeup();
        }
    }

    /** Only on the loop's thread, or before it starts, like {@link #scheduleAt} and {@link #every}. */
    public Timers.Timer schedule(long millis, Runnable action) {
        return scheduleAt(nanoTime() + millis * 1_000_000, action);
    }

    /** @param moment a {@link #nanoTime} */
    public Timers.Timer scheduleAt(long moment, Runnable action) {
        return timers.start(moment, action);
    }

    public void every(long millis, Runnable action) {
        schedule(millis, () -> {
            every(millis, action);      // before the action, which may fail
            action.run();
        });
    }

    public SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    /** Each change of the interest set costs a system call. */
    public static void setInterest(int operation, boolean isOn, SelectionKey key) {
        if (key.isValid() && isOn != ((key.interestOps() & operation) != 0)) {
            key.interestOps(key.interestOps() ^ operation);
        }
    }

    public int size() {
        return selector.keys().size();
    }

    /** Empty, and valid until the callback returns. */
    public ByteBuffer buffer() {
        return buffer.clear();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    public void awaitEnd() throws InterruptedException {
        thread.join();
    }

    private void run() {
        while (!closed) {
            try {
                turn();
            } catch (IOException | ClosedSelectorException e) {
                throw new IllegalStateException("the selector failed", e);
            } catch (Throwable failure) {
                FailureLog.log(LOG, "in an event loop", failure);
            }
        }
        runTasks();
        selector.keys().forEach(key -> Quietly.close(key.channel()));
        Quietly.close(selector);
    }

    private void turn() throws IOException {
        select();
        runTasks();
        timers.runDue(nanoTime(), EventLoop::run);
    }

    private void select() throws IOException {
        long now = nanoTime();
        long millis = timers.millisToFirst(now, LONGEST_SELECT_MILLIS);
        selectsUntil = now + millis * 1_000_000;      // before the tasks are looked at
        if (millis > 0 && tasks.isEmpty()) {
            selector.select(dispatch, millis);
        } else {
            selector.selectNow(dispatch);      // select(…, 0) would wait forever
        }
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        try {
            if (key.isValid()) {      // an earlier handler may have closed the channel
                handler.ready(key);
            }
        } catch (Throwable failure) {
            run(() -> handler.failed(failure));
            FailureLog.logUnlessIoFailed(LOG, "while serving a connection", failure);
        }
    }

    /** Tasks that add tasks must not keep channels and timers waiting. */
    private void runTasks() {
        Runnable task;
        for (int i = 0; i < TASKS_A_TURN && (task = tasks.poll()) != null; i++) {
            run(task);
        }
    }

    /** Even after an error, the loop must go on for the other connections. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            FailureLog.log(LOG, "in an event loop", failure);
        }
    }
}
