package common.io;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Stands still until the test moves it. */
public final class SetClock implements Clock {
    private final AtomicLong nanos;
    private final List<Runnable> wakeUps = new CopyOnWriteArrayList<>();

    public SetClock() {
        this(1_000_000_000_000L);
    }

    public SetClock(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public void onSet(Runnable wakeUp) {
        wakeUps.add(wakeUp);
    }

    public void moveNanos(long more) {
        nanos.addAndGet(more);
        wakeUps.forEach(Runnable::run);
    }

    public void move(long millis) {
        moveNanos(millis * 1_000_000);
    }

    /** For a test that cannot see when the service begins to wait: moves the clock again and again, until closed. */
    public Moving keepMoving(long millis) {
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                move(millis);
                LockSupport.parkNanos(5_000_000);
            }
        });
        return () -> {
            thread.interrupt();
            join(thread);
        };
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the thread is a daemon, and ends by itself
        }
    }

    public interface Moving extends AutoCloseable {
        @Override
        void close();
    }
}
