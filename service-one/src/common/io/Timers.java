package common.io;

import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Actions that run later, each at its time. Used by one thread alone, usually an event loop's. */
public final class Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private final LongConsumer late;
    private int cancelled;      // those still in the queue

    /** @param late receives by how many nanoseconds each timer was late */
    public Timers(LongConsumer late) {
        this.late = late;
    }

    /** One action for later. */
    public final class Timer implements Comparable<Timer> {
        // states: WAITING -> DONE | CANCELLED; action is null in the latter two
        private final long at;
        private Runnable action;

        private Timer(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        /**
         * Removing a timer from the middle would search the whole queue, so most cancelled timers stay in it until
         * their time has come.
         */
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

        /** Compares by difference, because {@link System#nanoTime} may overflow. */
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

    /** How many timers wait. */
    public int size() {
        return queue.size() - cancelled;
    }

    /** Milliseconds to the first timer, at most {@code most}; rounded up, so that no timer fires too early. */
    long millisToFirst(long most) {
        Timer first = queue.peek();
        long nanos = first == null ? most * NANOS_PER_MILLI : first.at - System.nanoTime();
        return Math.clamp((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI, 0, most);
    }

    /** Timers that an action starts wait for the next call, even if they are due at once. */
    void runDue(long now, Consumer<Runnable> runner) {
        while (!queue.isEmpty() && queue.peek().at - now <= 0) {
            queue.poll().fire(runner);
        }
    }
}
