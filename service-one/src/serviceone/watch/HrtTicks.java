package serviceone.watch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * Gives VisualVM up to 2.2 its CPU graph. It divides the CPU time of a local JVM by how far the JVM's performance counter
 * {@code sun.os.hrt.ticks} has gone meanwhile; JDK 25 has dropped that counter, so that VisualVM divides by nothing and
 * shows 0 % (its issue 654, fixed in 2.2.1). Here the counter exists again, and a daemon thread moves it.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.perf=ALL-UNNAMED} at run time, and is without effect where that is
 * missing: reflection, because a program compiled with {@code --release} cannot name the JDK's inside.
 */
final class HrtTicks {
    private static final Logger LOG = System.getLogger(HrtTicks.class.getName());
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** VisualVM looks once a second: so its CPU graph is at most 5 % of what it shows off. */
    private static final long PERIOD_MILLIS = 50;
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
                counter.put(0, System.nanoTime() - start);
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // nobody does; if ever, then to end it
        }
    }
}
