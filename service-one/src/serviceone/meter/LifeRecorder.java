package serviceone.meter;

import java.util.ArrayList;
import java.util.List;
import serviceone.meter.Life.Part;

/**
 * Writes down the life of one sampled request. Told by whichever thread or event loop has the request, one after the
 * other; but a client that leaves, or a stop, ends a request that still has a thread: hence the lock.
 */
final class LifeRecorder {
    // states: OPEN -> ENDED; what is told after the end is not written down
    private static final int LONGEST_PATH = 60;
    private static final String NO_THREAD = "";

    private final Lives lives;
    private final boolean threadPerConnection;
    private final long since;
    private final List<Part> parts = new ArrayList<>();      // these guarded by this
    private String name;
    private String thread;
    private long from;
    private String path = "";
    private int status;
    private boolean ended;

    private LifeRecorder(Lives lives, boolean threadPerConnection, String name, String thread, long since) {
        this.lives = lives;
        this.threadPerConnection = threadPerConnection;
        this.name = name;
        this.thread = thread;
        this.since = since;
        this.from = since;
    }

    /**
     * Of a request that the current thread has just read.
     *
     * @param threadPerConnection whether a request that waits for service two keeps its thread
     */
    static LifeRecorder read(Lives lives, ConnectionMeter connection, boolean threadPerConnection) {
        boolean waited = connection.takenAt() - connection.since() > 0;      // not on a kept connection, mostly
        String first = !waited ? Life.READ : connection.isBehind() ? Life.BEHIND : Life.QUEUED;
        LifeRecorder life = new LifeRecorder(lives, threadPerConnection, first, waited ? NO_THREAD : currentThread(),
                connection.since());
        if (waited) {
            life.next(Life.READ, currentThread(), connection.takenAt());
        }
        life.runs();
        return life;
    }

    /** Of a connection that has been in the queue since then; nothing has been read of it. */
    static LifeRecorder queued(Lives lives, long since) {
        return new LifeRecorder(lives, false, Life.QUEUED, NO_THREAD, since);
    }

    /** It waits for service two. */
    void calls(Stage stage) {
        next(stage.label(), threadPerConnection ? currentThread() : NO_THREAD, System.nanoTime());
    }

    /** The current thread has it. */
    void runs() {
        next(Life.OWN, currentThread(), System.nanoTime());
    }

    /** It waits, and no thread has it. */
    void waits() {
        next(Life.OWN, NO_THREAD, System.nanoTime());
    }

    /** It waits in the queue once more. */
    void queued() {
        next(Life.QUEUED, NO_THREAD, System.nanoTime());
    }

    /** Its answer is about to be sent. */
    synchronized void answered(String path, int status) {
        this.path = path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
        this.status = status;
        next(Life.WRITTEN, currentThread(), System.nanoTime());
    }

    /** Nothing has been read of it, and it is told why; somebody else sends that. */
    synchronized void refused(int status) {
        this.status = status;
        sent();
    }

    /** All of the answer has been sent, or nobody takes it any more. */
    synchronized void sent() {
        long now = System.nanoTime();
        next("", NO_THREAD, now);
        if (!ended) {
            ended = true;
            lives.add(now - since, path, status, List.copyOf(parts));
        }
    }

    private synchronized void next(String name, String thread, long now) {
        if (ended) {
            return;
        }
        parts.add(new Part(this.name, from - since, now - since, this.thread));
        this.name = name;
        this.thread = thread;
        this.from = now;
    }

    private static String currentThread() {
        return Thread.currentThread().getName();
    }
}
