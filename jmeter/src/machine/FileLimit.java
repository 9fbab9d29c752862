package machine;

import module java.base;
import com.sun.management.UnixOperatingSystemMXBean;
import common.commandline.CommandLine.UsageException;
import experiment.Experiment;
import experiment.Load;
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

    /** A user needs two descriptors of service one: JMeter's connection, and a connection to service two. */
    public static long users() {
        return users(descriptors());
    }

    static long users(long descriptors) {
        return descriptors < 0 ? Load.MOST : Math.min(Load.MOST, connections(descriptors));
    }

    public static Experiment withinLimit(Experiment experiment, List<String> notes) throws UsageException {
        return withinLimit(experiment, notes, descriptors());
    }

    static Experiment withinLimit(Experiment experiment, List<String> notes, long descriptors) throws UsageException {
        long users = users(descriptors);
        Map<Boolean, List<Load>> loads =
                experiment.loads().stream().collect(Collectors.partitioningBy(load -> load.users() <= users));
        if (loads.get(false).isEmpty()) {
            return experiment;
        }
        String note = loads.get(false).stream().map(Load::label).distinct().collect(Collectors.joining(", "))
                + ": left out, because a user needs two file descriptors and only " + descriptors
                + " are allowed (ulimit -n)";
        if (loads.get(true).isEmpty()) {
            throw new UsageException(note);
        }
        notes.add(note);
        return experiment.with(loads.get(true));
    }

    public static long connections(long descriptors) {
        return Math.max(0, descriptors - OTHER_FILES) / 2;
    }
}
