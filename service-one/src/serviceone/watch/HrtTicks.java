package serviceone.watch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * Gives VisualVM up to 2.2 its CPU graph. It divides the CPU time of a local JVM by how far the JVM's performance
 * counter {@code sun.os.hrt.ticks} has gone meanwhile; JDK 25 has dropped that counter, so that VisualVM divides by
 * nothing and shows 0 % (its issue 654, fixed in 2.2.1). Here the counter exists again, and a daemon thread moves it.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.perf=ALL-UNNAMED} at run time, and is without effect where that
 * is missing: reflection, because a program compiled with {@code --release} cannot name the JDK's inside.
 */
final class HrtTicks {
    private static final Logger LOG = System.getLogger(HrtTicks.class.getName());
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** VisualVM looks once a second: so its CPU graph is at most 5 % of what it shows off. */
    private static final long WATCHED_MILLIS = 50;
    /** Waking up costs more than anything else here; while nobody is connected, nobody can draw a graph. */
    private static final long UNWATCHED_MILLIS = 1_000;
    /** How RMI names its threads, one of which serves each console that is connected, over whichever connector. */
    private static final String CONSOLE = "RMI TCP Connection";
    /** As the JVM's own C++ numbers them: the value only grows; its unit is a tick. */
    private static final int MONOTONIC = 2;
    private static final int TICKS = 3;

    private HrtTicks() {
    }

    /** Creates the counter and starts its thread; returns whether that could be done. */
    static boolean start() {
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            ByteBuffer memory = (ByteBuffer) type.getMethod("createLong", String.class, int.class, int.class, long.class)
                    .invoke(perf, COUNTER, MONOTONIC, TICKS, 0L);
            LongBuffer counter = memory.order(ByteOrder.nativeOrder()).asLongBuffer();
            Thread.ofPlatform().daemon().name("hrt-ticks").start(() -> tick(counter));
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.log(Level.DEBUG, "VisualVM up to 2.2 will show a CPU of 0 %", e);
            return false;
        }
    }

    /** The counter's unit is the nanosecond, as {@code sun.os.hrt.frequency} says. */
    private static void tick(LongBuffer counter) {
        long start = System.nanoTime();
        try {
            while (true) {
                long end = System.nanoTime() + UNWATCHED_MILLIS * 1_000_000;
                long period = isWatched() ? WATCHED_MILLIS : UNWATCHED_MILLIS;
                do {
                    counter.put(0, System.nanoTime() - start);
                    Thread.sleep(period);
                } while (System.nanoTime() - end < 0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // nobody does; if ever, then to end it
        }
    }

    private static boolean isWatched() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[2 * root.activeCount() + 16];      // it is an estimate; what does not fit is left out
        int count = root.enumerate(threads);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> thread.getName().startsWith(CONSOLE));
    }
}
