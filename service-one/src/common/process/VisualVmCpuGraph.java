package common.process;

import module java.base;

/**
 * Repairs VisualVM's CPU graph: up to version 2.2, the graph shows 0 % on JDK 25 (VisualVM's issue 654), because JDK 25
 * lacks the counter {@code sun.os.hrt.ticks}. This class adds the counter, and a daemon thread advances it.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.perf=ALL-UNNAMED}. Uses reflection, because code compiled with
 * {@code --release} cannot name JDK internals.
 */
public final class VisualVmCpuGraph {
    public static final String OFF = "visualvm.graph.off";
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** Distorts VisualVM's graph by 5 % at most, because VisualVM samples once a second. */
    private static final long WATCHED_NANOS = 50_000_000;
    /** Without a console, 20 wake-ups a second would cost half of an idle service's CPU time. */
    private static final long UNWATCHED_NANOS = 1_000_000_000;
    /** Each connected console has one thread whose name begins like this. */
    private static final String CONSOLE = "RMI TCP Connection";
    /** The JVM's codes for a counter's variability and unit. */
    private static final int MONOTONIC = 2;
    private static final int TICKS = 3;

    private VisualVmCpuGraph() {
    }

    /** A service that {@code compare} measures has no thread for this. */
    public static void start() {
        if (Boolean.getBoolean(OFF)) {
            return;
        }
        try {
            Class<?> type = Class.forName("jdk.internal.perf.Perf");
            Object perf = type.getMethod("getPerf").invoke(null);
            Method create = type.getMethod("createLong", String.class, int.class, int.class, long.class);
            ByteBuffer memory = (ByteBuffer) create.invoke(perf, COUNTER, MONOTONIC, TICKS, 0L);
            LongBuffer counter = memory.order(ByteOrder.nativeOrder()).asLongBuffer();
            ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();      // RMI's threads are in it
            Thread.ofPlatform().group(system).daemon().name("hrt-ticks").start(() -> tick(counter));
        } catch (ReflectiveOperationException | RuntimeException e) {
            // the command visualvm warns of the empty graph
        }
    }

    /** {@code sun.os.hrt.frequency} says that a tick is a nanosecond. */
    private static void tick(LongBuffer counter) {
        long start = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            counter.put(0, System.nanoTime() - start);
            LockSupport.parkNanos(isWatched() ? WATCHED_NANOS : UNWATCHED_NANOS);
        }
    }

    private static boolean isWatched() {
        Thread[] threads = new Thread[2 * Thread.activeCount() + 16];
        int count = Thread.enumerate(threads);
        return Arrays.stream(threads, 0, count).anyMatch(thread -> thread.getName().startsWith(CONSOLE));
    }
}
