package testing;

import java.lang.management.ManagementFactory;

public final class Allocated {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocated() {
    }

    /** What this thread has allocated so far. */
    public static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
