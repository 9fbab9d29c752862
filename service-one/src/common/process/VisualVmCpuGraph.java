package common.process;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Repairs the CPU graph of VisualVM up to 2.2. VisualVM divides the CPU time of a local JVM by the progress of the
 * JVM's performance counter {@code sun.os.hrt.ticks}. JDK 25 no longer has that counter, so VisualVM shows 0 % (its
 * issue 654, fixed in 2.2.1). This class creates the counter again, and a daemon thread advances it.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.perf=ALL-UNNAMED} at run time, and does nothing without it. A
 * program compiled with {@code --release} cannot name JDK internals, so this uses reflection.
 */
public final class VisualVmCpuGraph {
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** VisualVM samples once a second: a counter this late distorts its graph by 5 % at most. */
    private static final long WATCHED_NANOS = 50_000_000;
    /**
     * If no console is connected, nobody draws a graph, and 20 wake-ups a second cost half of an idle service's CPU
     * time.
     */
    private static final long UNWATCHED_NANOS = 1_000_000_000;
    /** How the names of RMI's threads begin; each connected console has one such thread. */
    private static final String CONSOLE = "RMI TCP Connection";
    /** The JVM's codes for a monotonic counter, and for its unit. */
    private static final int MONOTONIC = 2;
    private static final int TICKS = 3;

    private VisualVmCpuGraph() {
    }

    /** Creates the counter and starts its thread, if the JVM's options allow it. */
    public static void start() {
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            Method create = type.getMethod("createLong", String.class, int.class, int.class, long.class);
            ByteBuffer memory = (ByteBuffer) create.invoke(perf, COUNTER, MONOTONIC, TICKS, 0L);
            LongBuffer counter = memory.order(ByteOrder.nativeOrder()).asLongBuffer();
            ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();      // the group of RMI's threads
            Thread.ofPlatform().group(system).daemon().name("hrt-ticks").start(() -> tick(counter));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // The service works without the counter; the command visualvm warns that VisualVM up to 2.2 shows 0 %.
        }
    }

    /** The counter counts nanoseconds, as {@code sun.os.hrt.frequency} says. */
    private static void tick(LongBuffer counter) {
        long start = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            counter.put(0, System.nanoTime() - start);
            LockSupport.parkNanos(isWatched() ? WATCHED_NANOS : UNWATCHED_NANOS);
        }
    }

    private static boolean isWatched() {
        Thread[] threads = new Thread[2 * Thread.activeCount() + 16];      // an estimate; threads beyond it are missed
        int count = Thread.enumerate(threads);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> thread.getName().startsWith(CONSOLE));
    }
}
