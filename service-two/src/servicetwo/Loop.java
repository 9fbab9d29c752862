package servicetwo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * One thread, one selector, for all of service two: waiting for thousands of delays needs no more. Survives whatever a
 * handler throws; only where the selector itself fails does its thread end by an exception.
 *
 * <p>Owns the thread, the selector, the timers, and a buffer for what is being sent. Other threads may call
 * {@link #start} and {@link #close}, which tell the loop by a volatile field and a wake-up; all else is its own
 * thread's, or happens before {@link #start}, which hands it over.
 */
final class Loop implements AutoCloseable {
    // states: NEW -> RUNNING -> CLOSED (closes all channels and ends) | FAILED (its selector has)
    /** Something registered with the loop; called on the loop's thread. */
    interface Handler {
        void ready(SelectionKey key) throws IOException;

        /** What was called for this handler threw this. */
        void failed(SelectionKey key, Throwable failure);

        /** Called every {@link #TICK_MILLIS} milliseconds or so, to look at deadlines. */
        void tick(long nanoTime);
    }

    static final String THREAD = "service-two";
    static final int TICK_MILLIS = 250;
    /** More than the longest answer. */
    private static final int BUFFER_BYTES = 4 * 1024;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Selector selector = Selector.open();
    private final Thread thread = Thread.ofPlatform().name(THREAD).unstarted(this::run);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Timers timers;
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private long nextTick = System.nanoTime();
    private volatile boolean closed;

    Loop(Lateness lateness) throws IOException {
        timers = new Timers(lateness);
    }

    void start() {
        thread.start();
    }

    SelectionKey register(SelectableChannel channel, int operations, Handler handler) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, operations, handler);
    }

    /** How many channels are registered. */
    int size() {
        return selector.keys().size();
    }

    Timers timers() {
        return timers;
    }

    /** An empty buffer, for the use of one call. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    /** Closes all channels; returns when that is done, so that their port is free. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the loop ends nevertheless
        }
    }

    private void run() {
        try {
            while (!closed) {
                turn();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        } finally {
            closeAll();
        }
    }

    /** @throws IOException if the selector fails, without which there is no loop */
    private void turn() throws IOException {
        try {
            select(timers.millisToFirst(TICK_MILLIS));
            timers.runDue();
            tick();
        } catch (ClosedSelectorException e) {
            throw new IOException(e);
        } catch (RuntimeException | Error e) {
            Complaints.tell("in the event loop", e);
        }
    }

    /** To {@link Selector#select(Consumer, long)}, 0 milliseconds mean for ever. */
    private void select(long millis) throws IOException {
        if (millis > 0) {
            selector.select(dispatch, millis);
        } else {
            selector.selectNow(dispatch);
        }
    }

    private void dispatch(SelectionKey key) {
        Handler handler = (Handler) key.attachment();
        try {
            if (key.isValid()) {      // not closed by what was dispatched before it in the same turn
                handler.ready(key);
            }
        } catch (IOException | RuntimeException | Error e) {
            handler.failed(key, e);
        }
    }

    private void tick() {
        long now = System.nanoTime();
        if (now - nextTick >= 0) {
            nextTick = now + TICK_MILLIS * NANOS_PER_MILLI;
            for (SelectionKey key : selector.keys()) {
                tick(key, now);
            }
        }
    }

    private static void tick(SelectionKey key, long now) {
        Handler handler = (Handler) key.attachment();
        try {
            handler.tick(now);
        } catch (RuntimeException | Error e) {
            handler.failed(key, e);
        }
    }

    private void closeAll() {
        if (selector.isOpen()) {
            selector.keys().forEach(key -> Quietly.close(key.channel()));
        }
        Quietly.close(selector);      // which also completes the closing of the channels
    }
}
