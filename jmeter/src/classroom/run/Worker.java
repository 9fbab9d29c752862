package classroom.run;

import common.http.Changes;
import common.http.PageServer.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Does one thing at a time that needs the whole machine, on a thread of its own; another one is refused meanwhile.
 * Started and stopped by any thread.
 */
public final class Worker {
    /** A piece of work. An interrupt is to end it soon. */
    public interface Work {
        /** @param pictures get the live figures of each contender */
        void run(Pictures pictures, Consumer<Position> progress) throws Exception;
    }

    /**
     * Where it is.
     *
     * @param contender the index of the one that runs now
     * @param until     when all of it is over at the latest, in milliseconds since 1970
     * @param whole     milliseconds that all of it takes at most
     */
    public record Position(int contender, String phase, long until, long whole) {
        /** Milliseconds that are left at most. */
        public long left() {
            return Math.max(0, until - System.currentTimeMillis());
        }
    }

    // states, guarded by this: idle -> busy -> (stopping ->) idle, and from idle or busy to closed
    private final Changes changes;
    private final Map<String, Pictures> pictures = new HashMap<>();      // the latest of each kind of work
    private String busy = "";
    private Position position;
    private Thread thread;
    private boolean stopping;
    private boolean closed;

    public Worker(Changes changes) {
        this.changes = changes;
    }

    /**
     * Begins a piece of work. Where it is not done to its end, that is told on the same thread, while it still counts
     * as busy.
     *
     * @param what    as people call it
     * @param longest that it takes
     * @param stopped is run where it was stopped
     * @param failed  is told why it failed, in a sentence
     */
    public synchronized void begin(String what, Duration longest, Work work, Runnable stopped, Consumer<String> failed)
            throws Refusal {
        if (closed) {
            throw Refusal.notNow("the class is ending");
        }
        if (!busy.isEmpty()) {
            throw Refusal.notNow(busy + " is running: one thing at a time, or they would measure each other");
        }
        busy = what;
        stopping = false;
        Pictures own = new Pictures();
        pictures.put(what, own);
        position = new Position(0, "starting", System.currentTimeMillis() + longest.toMillis(), longest.toMillis());
        thread = Thread.ofPlatform().daemon().name(what).start(() -> carryOut(work, own, stopped, failed));
        changes.tell();
    }

    private void carryOut(Work work, Pictures own, Runnable stopped, Consumer<String> failed) {
        try {
            work.run(own, this::at);
        } catch (Exception | Error e) {      // no thread to be had is an Error, too
            // Whatever an interrupt breaks off fails in some way of its own: a channel that it closed, a program gone.
            if (isStopping()) {
                stopped.run();
            } else {
                failed.accept(reason(e));
            }
        } finally {
            own.endAll();
            idle();
        }
    }

    private synchronized void at(Position now) {
        position = now;
        changes.tell();
    }

    /** The messages of programs that failed are written for people; those of the JDK may be a file's name alone. */
    private static String reason(Throwable e) {
        boolean says = e.getMessage() != null && (e.getClass() == IOException.class
                || !e.getClass().getPackageName().startsWith("java."));
        return says ? e.getMessage() : e.toString();
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized void idle() {
        busy = "";
        thread = null;
        notifyAll();
        changes.tell();
    }

    /** What it does; empty where it does nothing. */
    public synchronized String busy() {
        return busy;
    }

    /** Of what it does, or else has done last; null before that. */
    public synchronized Position position() {
        return position;
    }

    /** Of the latest piece of work that is called so. */
    public synchronized Optional<Pictures> pictures(String what) {
        return Optional.ofNullable(pictures.get(what));
    }

    /** Stops what is being done, if anything is, and does not wait for its end. */
    public synchronized void stop() {
        if (thread != null) {
            stopping = true;
            thread.interrupt();
        }
    }

    /** Stops it for good, and returns when all that it has started has ended. */
    public synchronized void close() throws InterruptedException {
        closed = true;
        stop();
        while (thread != null) {
            wait();
        }
    }
}
