package experiment.machine;

import com.sun.management.UnixOperatingSystemMXBean;
import experiment.define.Load;
import java.lang.management.ManagementFactory;

/** How many connections the limit on file descriptors leaves room for. Stateless. */
public final class FileLimit {
    /** What a JVM has open besides connections, with room to spare: jars, logs, sockets that listen. */
    private static final long BESIDES = 200;

    private FileLimit() {
    }

    /**
     * How many this process may open, and each that it starts: a JVM raises its soft limit to the hard one. -1: not
     * known.
     */
    public static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount() : -1;
    }

    /** Service one needs two for a user: the connection from JMeter, and the one to service two. */
    public static boolean allows(Load load, long descriptors) {
        return descriptors < 0 || load.users() <= connections(descriptors);
    }

    /** How many users so many descriptors are enough for. */
    public static long connections(long descriptors) {
        return Math.max(0, descriptors - BESIDES) / 2;
    }
}
