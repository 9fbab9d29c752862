package serviceone.status;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Objects;

/** What the JVM says about itself. Stateless; any thread may ask. */
final class PlatformBeans {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** CPU time of the whole process since its start, in nanoseconds. */
    long cpuNanos() {
        return system.getProcessCpuTime();
    }

    long heapBytes() {
        return memory.getHeapMemoryUsage().getUsed();
    }

    long heapLimitBytes() {
        return memory.getHeapMemoryUsage().getMax();
    }

    int platformThreads() {
        return threads.getThreadCount();
    }

    /** CPU time since their start, in nanoseconds, of the live platform threads whose names begin so. */
    long cpuNanos(String namePrefix) {
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds())).filter(Objects::nonNull)
                .filter(thread -> thread.getThreadName().startsWith(namePrefix))
                .mapToLong(ThreadInfo::getThreadId).map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)                       // -1: it has just ended
                .sum();
    }
}
