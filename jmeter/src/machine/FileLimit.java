package machine;

import module java.base;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

public final class FileLimit {
    /** A JVM's jars, logs and listening sockets, generously counted. */
    private static final long OTHER_FILES = 200;

    private FileLimit() {
    }

    /** -1 if unknown. A JVM raises its soft limit to the hard limit. */
    public static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount() : -1;
    }

    /** Each needs a second one, to service two. */
    public static long connections(long descriptors) {
        return descriptors < 0 ? Long.MAX_VALUE : Math.max(0, descriptors - OTHER_FILES) / 2;
    }
}
