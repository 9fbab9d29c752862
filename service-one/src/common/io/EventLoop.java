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
 * One thread and one selector. Only this thread uses what is registered here, so connections need no locks. The loop
 * survives every exception of the code that it calls, so one connection's failure affects no other. Every {@link
 * Deadline#CHECK_MILLIS} milliseconds it checks the deadlines of its handlers, and those of other threads that it
 * {@linkplain #watch watches}.
 *
 * <p>Owns the selector, its thread, the timers, the set of deadlines and a scratch buffer, which is valid during one
 * call. Other threads may call {@link #execute}, {@link #watch}, {@link #unwatch}, {@link #close} and, before the loop
 * runs, {@link #start} and {@link #addChore}; everything else belongs to the loop's thread. The queue of tasks
 * publishes what was written before a task was added, and {@link Selector#wakeup} makes the loop look at the queue. The
 * iteration over the set of deadlines sees every deadline that was added before it began.
 */
public final class EventLoop implements Executor, AutoCloseable {
    // states: RUNNING -> CLOSED (runs the tasks of one more turn, closes all its channels and ends)
    //         RUNNING -> FAILED (its selector failed: its thread ends with an exception)
    /** A registration's callbacks, on the loop's thread. */
    public interface Handler {
        /** The channel is ready for what it was registered for. */
        void ready(SelectionKey key) throws IOException;

        /** A call of this handler threw {@code failure}. */
        void failed(Throwable failure);

        /** The deadline of the handler's present step, or null if it has none. */
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
    /** Made once, because making it needs memory and the heap may be full. */
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private long nextTick = System.nanoTime();
    private volatile boolean closed;

    /** @param builder the builder of the loop's thread, with its name */
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

    /** Runs the task on the loop's thread soon, after that thread's present work. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    /** Runs the action on the loop's thread after this many milliseconds. */
    public void schedule(long millis, Runnable action) {
        timers.start(millis * 1_000_000, action);
    }

    /** Checks the deadline, like those of handlers, until {@link #unwatch}. */
    public void watch(Deadline deadline) {
        watched.add(deadline);
    }

    public void unwatch(Deadline deadline) {
        watched.remove(deadline);
    }

    /** Adds a short action that runs whenever deadlines are checked. */
    public void addChore(Runnable chore) {
        chores.add(chore);
    }

    /** Registers a non-blocking channel, or gives a registered one another handler. */
    public SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    /** Turns a key's interest in an operation on or off. Checks first, because each setting costs a system call. */
    public static void setInterest(int operation, boolean isOn, SelectionKey key) {
        if (key.isValid()) {
            int now = key.interestOps();
            int changed = isOn ? now | operation : now & ~operation;
            if (changed != now) {
                key.interestOps(changed);
            }
        }
    }

    /** How many channels are registered. */
    public int size() {
        return selector.keys().size();
    }

    /** Calls the action with every registered handler. */
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

    /** An empty buffer for use during one call. */
    public ByteBuffer buffer() {
        return buffer.clear();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    /** Waits until the loop has closed all its channels. */
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

    /** @throws IOException if the selector fails; the loop cannot go on without it */
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
                selector.selectNow(dispatch);      // because select(…, 0) would wait forever
            }
        } catch (ClosedSelectorException e) {
            throw new IOException(e);
        }
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        try {
            if (key.isValid()) {      // an earlier handler of this turn may have closed it
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

    /** Runs at most {@link #TASKS_A_TURN}: tasks that add tasks must not keep channels and timers waiting. */
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

    /**
     * Runs the action and logs what it throws, even an error, because the loop must go on for the other connections.
     */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            log(failure);
        }
    }
}
