package common.io;

import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** What is to be done later, the earliest first. Used by one thread alone, mostly an event loop's. */
public final class Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private final LongConsumer late;
    private int cancelled;      // of those in the queue

    /** @param late is told of each timer by how many nanoseconds it was late */
    public Timers(LongConsumer late) {
        this.late = late;
    }

    /** One thing to be done. */
    public final class Timer implements Comparable<Timer> {
        // states: WAITING -> DONE | CANCELLED; action is null in the latter two
        private final long at;
        private Runnable action;

        private Timer(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        /** Taking it out of the middle of the queue would look at all of it: so most go when their time has come. */
        public void cancel() {
            if (action != null) {
                action = null;
                if (++cancelled > queue.size() / 2) {
                    queue.removeIf(each -> each.action == null);
                    cancelled = 0;
                }
            }
        }

        private void fire(Consumer<Runnable> runner) {
            Runnable todo = action;
            action = null;
            if (todo == null) {
                cancelled--;
            } else {
                late.accept(System.nanoTime() - at);
                runner.accept(todo);
            }
        }

        /** A difference, because nanoseconds of {@link System#nanoTime} may overflow. */
        @Override
        public int compareTo(Timer other) {
            return Long.compare(at - other.at, 0);
        }
    }

    public Timer start(long nanos, Runnable action) {
        Timer timer = new Timer(System.nanoTime() + nanos, action);
        queue.add(timer);
        return timer;
    }

    /** How many wait for their time. */
    public int size() {
        return queue.size() - cancelled;
    }

    /** Milliseconds to the first timer, rounded up: nothing is done too early. At most as many as given. */
    long millisToFirst(long most) {
        Timer first = queue.peek();
        long nanos = first == null ? most * NANOS_PER_MILLI : first.at - System.nanoTime();
        return Math.clamp((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI, 0, most);
    }

    /** Those that are started meanwhile have to wait for the next time, even if they are due at once. */
    void runDue(long now, Consumer<Runnable> runner) {
        while (!queue.isEmpty() && queue.peek().at - now <= 0) {
            queue.poll().fire(runner);
        }
    }
}
