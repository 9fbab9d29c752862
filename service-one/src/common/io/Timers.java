package common.io;

import module java.base;

/** Actions that run later, on one thread. */
public final class Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private int cancelled;

    public final class Timer implements Comparable<Timer> {
        private final long at;
        private Runnable action;

        private Timer(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        /**
         * Removing a timer would search the whole queue, so cancelled timers stay until they are due, or make up
         * more than half of the queue.
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

        /** By difference, because {@link EventLoop#nanoTime} may overflow. */
        @Override
        public int compareTo(Timer other) {
            return Long.compare(at - other.at, 0);
        }
    }

    /** @param moment an {@link EventLoop#nanoTime} */
    Timer start(long moment, Runnable action) {
        Timer timer = new Timer(moment, action);
        queue.add(timer);
        return timer;
    }

    int size() {
        return queue.size() - cancelled;
    }

    /** Rounded up: no timer may run early. */
    long millisToFirst(long now, long most) {
        Timer first = queue.peek();
        long nanos = first == null ? most * NANOS_PER_MILLI : first.at - now;
        return Math.clamp((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI, 0, most);
    }

    /** If an action starts a timer, that timer runs in a later call. */
    void runDue(long now, Consumer<Runnable> runner) {
        while (!queue.isEmpty() && queue.peek().at - now <= 0) {
            Timer due = queue.poll();
            Runnable action = due.action;
            due.action = null;
            if (action == null) {
                cancelled--;
            } else {
                runner.accept(action);
            }
        }
    }
}
