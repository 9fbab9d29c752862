package common.io;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The moment by which a step of a connection must be over. The thread that works on the step {@linkplain #set sets}
 * and {@linkplain #clear clears} it. If the moment comes first, an event loop runs the action.
 *
 * <p>A step on time costs no timer. When the loop's timer is due, the loop looks at the moment. If it has moved in the
 * meantime, the loop only looks again later. With {@code setSoTimeout}, each read on a virtual thread would need a
 * timer of its own. The loop looks at least every ten seconds, so a shorter step after a long one usually needs no new
 * timer.
 *
 * <p>{@link #clear} and the loop swap the moment atomically. If {@code clear} comes first, the action cannot hit the
 * next step.
 */
public final class Deadline implements Runnable {
    private static final long NONE = Long.MIN_VALUE;
    private static final long LONGEST_BETWEEN_LOOKS = 10_000_000_000L;
    private static final Runnable NOTHING = () -> { };

    /** Saves an AtomicLong object for each deadline. */
    private static final AtomicLongFieldUpdater<Deadline> AT =
            AtomicLongFieldUpdater.newUpdater(Deadline.class, "at");

    private final EventLoop loop;
    private volatile Runnable onPassed;
    private volatile long at = NONE;
    private volatile long looksAt = NONE;      // the loop's next look; only the loop changes it

    /** @param onPassed runs on the loop's thread, so it must not block */
    public Deadline(EventLoop loop, Runnable onPassed) {
        this.loop = loop;
        this.onPassed = onPassed;
    }

    public void set(long millis) {
        setAt(loop.nanoTime() + millis * 1_000_000);
    }

    /** @param moment an {@link EventLoop#nanoTime} */
    public void setAt(long moment) {
        at = moment;
        if (isBeforeNextLook(moment)) {
            loop.executeBy(moment, () -> planLook(moment));
        }
    }

    /** Returns false if the action came first, or no deadline was set. */
    public boolean clear() {
        return AT.getAndSet(this, NONE) != NONE;
    }

    /** For a connection that has ended: the loop's timer must not keep it in memory. */
    public void drop() {
        at = NONE;
        onPassed = NOTHING;
    }

    private boolean isBeforeNextLook(long moment) {
        long next = looksAt;
        return next == NONE || moment - next < 0;
    }

    private void planLook(long moment) {
        if (isBeforeNextLook(moment)) {
            long now = loop.nanoTime();
            looksAt = now + Math.min(moment - now, LONGEST_BETWEEN_LOOKS);
            loop.scheduleAt(looksAt, this);
        }
    }

    /**
     * Only for the loop's timer. A {@link #setAt} at the same time either sees that no look is planned, or is seen
     * here.
     */
    @Override
    public void run() {
        long planned = looksAt;
        if (planned == NONE || loop.nanoTime() - planned < 0) {
            return;      // an earlier look came after this one was planned
        }
        looksAt = NONE;
        long moment = at;
        if (moment != NONE && loop.nanoTime() - moment < 0) {
            planLook(moment);
        } else if (moment != NONE && AT.compareAndSet(this, moment, NONE)) {
            onPassed.run();
        }
    }
}
