package serviceone.status;

import module java.base;
import module jdk.management;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;

final class Jvm {
    static final OperatingSystemMXBean SYSTEM = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Its parallelism is the number of carriers. Its queued virtual threads wait for a carrier. */
    static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private Jvm() {
    }

    /** The CPU time of live platform threads, in nanoseconds. */
    static long cpuNanos(String namePrefix) {
        return Stream.of(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith(namePrefix))
                .mapToLong(thread -> THREADS.getThreadCpuTime(thread.getThreadId()))
                .filter(nanos -> nanos > 0).sum();      // -1: the thread has ended
    }
}
