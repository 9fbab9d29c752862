package common.process;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Repairs the CPU graph of VisualVM up to 2.2. It divides the CPU time of a local JVM by how far the JVM's performance
 * counter {@code sun.os.hrt.ticks} has gone meanwhile. JDK 25 has dropped that counter, so that VisualVM shows 0 % (its
 * issue 654, fixed in 2.2.1). Here the counter exists again, and a daemon thread moves it.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.perf=ALL-UNNAMED} at run time, and does nothing without it. A
 * program compiled with {@code --release} cannot name JDK internals: hence the reflection.
 */
public final class VisualVmCpuGraph {
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** VisualVM looks once a second: a counter that is late by this much puts its graph 5 % off at most. */
    private static final long WATCHED_NANOS = 50_000_000;
    /** Without a console nobody draws a graph, and 20 wake-ups a second are half of what an idle service uses. */
    private static final long UNWATCHED_NANOS = 1_000_000_000;
    /** How the names of RMI's threads begin; one such thread serves each console that is connected. */
    private static final String CONSOLE = "RMI TCP Connection";
    /** The JVM's own codes for a counter that only grows, and whose unit is a tick. */
    private static final int MONOTONIC = 2;
    private static final int TICKS = 3;

    private VisualVmCpuGraph() {
    }

    /** Creates the counter and starts its thread, where the JVM was started so that this can be done. */
    public static void start() {
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            Method create = type.getMethod("createLong", String.class, int.class, int.class, long.class);
            ByteBuffer memory = (ByteBuffer) create.invoke(perf, COUNTER, MONOTONIC, TICKS, 0L);
            LongBuffer counter = memory.order(ByteOrder.nativeOrder()).asLongBuffer();
            ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();      // RMI's threads are there
            Thread.ofPlatform().group(system).daemon().name("hrt-ticks").start(() -> tick(counter));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Then VisualVM up to 2.2 shows 0 %, of which the command visualvm warns: no reason not to serve.
        }
    }

    /** The counter's unit is the nanosecond, as {@code sun.os.hrt.frequency} says. */
    private static void tick(LongBuffer counter) {
        long start = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            counter.put(0, System.nanoTime() - start);
            LockSupport.parkNanos(isWatched() ? WATCHED_NANOS : UNWATCHED_NANOS);
        }
    }

    private static boolean isWatched() {
        Thread[] threads = new Thread[2 * Thread.activeCount() + 16];      // an estimate; what does not fit is left out
        int count = Thread.enumerate(threads);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> thread.getName().startsWith(CONSOLE));
    }
}
