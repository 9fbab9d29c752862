package serviceone.status;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;
import jdk.management.VirtualThreadSchedulerMXBean;

final class Jvm {
    static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** The parallelism is the number of carriers. */
    static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private Jvm() {
    }

    /** Initialises this class. Must run before descriptors run out. */
    static void load() {
    }

    static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    static long cpuNanos(String namePrefix) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds())).filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().startsWith(namePrefix))
                .mapToLong(ThreadInfo::getThreadId).map(THREADS::getThreadCpuTime)
                .filter(nanos -> nanos > 0)      // -1: the thread has ended
                .sum();
    }
}
