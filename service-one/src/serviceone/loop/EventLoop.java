package serviceone.loop;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import serviceone.deadlines.Deadline;
import serviceone.deadlines.Watchdog;

/**
 * One thread, one selector: whatever is registered here is only ever touched by this thread, so that nothing of a
 * connection needs a lock. Survives any exception of anything that it calls; one connection's failure is its own.
 *
 * <p>Owns the selector, its thread, the timers and a buffer that whoever is being called may use until it returns.
 * {@link #execute} is the only method for other threads: the queue hands over what they wrote before it, and
 * {@link Selector#wakeup} makes sure that it is seen.
 */
public final class EventLoop implements Executor, AutoCloseable {
    /** Something registered with the loop; called on the loop's thread. */
    public interface Handler {
        /** The channel is ready for what it was registered for. */
        void ready(SelectionKey key) throws IOException;

        /** {@link #ready} threw this. */
        void failed(Throwable failure);

        /** The deadline of the handler's present step, or null if it has none. */
        Deadline deadline();
    }

    private record Timer(long at, Runnable action) {
    }

    private static final Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TASKS_A_TURN = 256;

    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private final List<Runnable> chores = new ArrayList<>();
    private long nextTick = System.nanoTime();
    private volatile boolean closed;

    public EventLoop(String name) throws IOException {
        selector = Selector.open();
        thread = Thread.ofPlatform().name(name).unstarted(this::run);
    }

    public EventLoop start() {
        thread.start();
        return this;
    }

    /** Runs the task on the loop's thread, soon; from the loop's own thread too, after what it is doing now. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    /** Runs the action on the loop's thread after so many nanoseconds. To be called on that thread. */
    public void schedule(long nanos, Runnable action) {
        timers.add(new Timer(System.nanoTime() + nanos, action));
    }

    /** Adds something short to do at every tick. To be called before the loop is started, or on its thread. */
    public void addChore(Runnable chore) {
        chores.add(chore);
    }

    /** Registers a non-blocking channel. To be called on the loop's thread. */
    public SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        return channel.register(selector, operations, handler);
    }

    /** An empty buffer, for the use of one call. */
    public ByteBuffer buffer() {
        return buffer.clear();
    }

    /** How many handlers are registered, roughly, for any thread. */
    public int size() {
        return selector.keys().size();
    }

    @Override
    public void close() {
        closed = true;
        selector.wakeup();
    }

    private void run() {
        while (!closed) {
            guarded(this::turn);
        }
        guarded(this::closeAll);
    }

    private void turn() throws IOException {
        if (tasks.isEmpty()) {
            selector.select(this::dispatch, untilNextTimer());
        } else {
            selector.selectNow(this::dispatch);
        }
        runTasks();
        runTimers();
        tick();
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        if (!key.isValid()) {
            return;            // closed by what was dispatched before it in the same turn
        }
        try {
            handler.ready(key);
        } catch (Throwable failure) {
            guarded(() -> handler.failed(failure));
        }
    }

    /** Milliseconds to wait, at least 1 because 0 means for ever to {@link Selector#select(long)}. */
    private long untilNextTimer() {
        Timer first = timers.peek();
        long millis = first == null ? Watchdog.TICK_MILLIS : (first.at - System.nanoTime() + 999_999) / 1_000_000;
        return Math.clamp(millis, 1, Watchdog.TICK_MILLIS);
    }

    /** Not more at once than {@link #TASKS_A_TURN}: tasks that add tasks must not keep channels and timers waiting. */
    private void runTasks() {
        Runnable task;
        for (int i = 0; i < TASKS_A_TURN && (task = tasks.poll()) != null; i++) {
            guarded(task::run);
        }
    }

    private void runTimers() {
        long now = System.nanoTime();
        while (!timers.isEmpty() && now - timers.peek().at >= 0) {
            guarded(timers.poll().action::run);
        }
    }

    private void tick() {
        long now = System.nanoTime();
        if (now - nextTick < 0) {
            return;
        }
        nextTick = now + Watchdog.TICK_MILLIS * 1_000_000;
        for (SelectionKey key : selector.keys()) {
            Deadline deadline = ((Handler) key.attachment()).deadline();
            if (deadline != null) {
                guarded(() -> deadline.check(now));
            }
        }
        chores.forEach(chore -> guarded(chore::run));
    }

    private void closeAll() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private interface Action {
        void run() throws IOException;
    }

    /** The loop serves thousands of connections: nothing that one of them throws may end it, not even an error. */
    private static void guarded(Action action) {
        try {
            action.run();
        } catch (Throwable failure) {
            LOG.log(Level.WARNING, "in an event loop", failure);
        }
    }
}
