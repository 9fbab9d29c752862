package common.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One thread and one selector. Only this thread uses the registered channels, so connections need no locks. The loop
 * survives every exception of its callbacks. It also checks the deadlines that it {@linkplain #watch watches} for other
 * threads.
 *
 * <p>Any thread may call {@link #execute}, {@link #watch}, {@link #unwatch} and {@link #close}. A task sees all
 * that the caller of {@link #execute} wrote before.
 */
public final class EventLoop implements Executor, AutoCloseable {
    /** A channel's callbacks, on the loop's thread. */
    public interface Handler {
        void ready(SelectionKey key) throws IOException;

        void failed(Throwable failure);

        default Deadline deadline() {
            return null;
        }
    }

    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TASKS_A_TURN = 256;

    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Timers timers;
    private final Set<Deadline> watched = ConcurrentHashMap.newKeySet();
    private final List<Runnable> chores = new ArrayList<>();
    /** Made once, because the heap may be full later. */
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private long nextTick = System.nanoTime();
    private volatile boolean closed;

    public EventLoop(Thread.Builder builder) throws IOException {
        this(builder, new Timers(_ -> { }));
    }

    public EventLoop(Thread.Builder builder, Timers timers) throws IOException {
        this.timers = timers;
        selector = Selector.open();
        thread = builder.unstarted(this::run);
    }

    public EventLoop start() {
        thread.start();
        return this;
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

    public void schedule(long millis, Runnable action) {
        timers.start(millis * 1_000_000, action);
    }

    public void watch(Deadline deadline) {
        watched.add(deadline);
    }

    public void unwatch(Deadline deadline) {
        watched.remove(deadline);
    }

    /** A chore must be short. It runs whenever deadlines are checked. */
    public void addChore(Runnable chore) {
        chores.add(chore);
    }

    public SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    /** Each change of the interest set costs a system call. */
    public static void setInterest(int operation, boolean isOn, SelectionKey key) {
        if (key.isValid()) {
            int now = key.interestOps();
            int changed = isOn ? now | operation : now & ~operation;
            if (changed != now) {
                key.interestOps(changed);
            }
        }
    }

    public int size() {
        return selector.keys().size();
    }

    public void forEachHandler(Consumer<Handler> action) {
        for (SelectionKey key : selector.keys()) {
            Handler handler = (Handler) key.attachment();
            try {
                action.accept(handler);
            } catch (Throwable failure) {
                reportTo(handler, failure);
            }
        }
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
            } catch (IOException e) {
                throw new UncheckedIOException("the selector failed", e);
            } catch (Throwable failure) {
                log(failure);
            }
        }
        runTasks();
        closeAll();
    }

    private void turn() throws IOException {
        select();
        runTasks();
        long now = System.nanoTime();
        timers.runDue(now, EventLoop::run);
        tick(now);
    }

    private void select() throws IOException {
        try {
            long millis = tasks.isEmpty() ? timers.millisToFirst(Deadline.CHECK_MILLIS) : 0;
            if (millis > 0) {
                selector.select(dispatch, millis);
            } else {
                selector.selectNow(dispatch);      // select(…, 0) would wait forever
            }
        } catch (ClosedSelectorException e) {
            throw new IOException(e);
        }
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        try {
            if (key.isValid()) {      // an earlier handler may have closed the channel
                handler.ready(key);
            }
        } catch (Throwable failure) {
            reportTo(handler, failure);
        }
    }

    private static void reportTo(Handler handler, Throwable failure) {
        try {
            handler.failed(failure);
        } catch (Throwable further) {
            log(further);
        }
    }

    private static void log(Throwable failure) {
        FailureLog.log(LOG, "in an event loop", failure);
    }

    /** Tasks that add tasks must not keep channels and timers waiting. */
    private void runTasks() {
        Runnable task;
        for (int i = 0; i < TASKS_A_TURN && (task = tasks.poll()) != null; i++) {
            run(task);
        }
    }

    private void tick(long now) {
        if (now - nextTick < 0) {
            return;
        }
        nextTick = now + Deadline.CHECK_MILLIS * 1_000_000;
        forEachHandler(handler -> {
            Deadline deadline = handler.deadline();
            if (deadline != null) {
                deadline.check(now);
            }
        });
        watched.forEach(deadline -> run(() -> deadline.check(now)));
        chores.forEach(EventLoop::run);
        FailureLog.logRepeats(now);
    }

    private void closeAll() {
        for (SelectionKey key : selector.keys()) {
            Quietly.close(key.channel());
        }
        Quietly.close(selector);
    }

    /** Even after an error, the loop must go on for the other connections. */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            log(failure);
        }
    }
}
