package lab.run;

import com.sun.management.UnixOperatingSystemMXBean;
import common.commandline.CommandLine.UsageException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import lab.define.Experiment;
import lab.define.Load;

/** How many connections the limit on file descriptors allows. */
public final class FileLimit {
    /** A generous number for a JVM's other files: jars, logs, listening sockets. */
    private static final long OTHER_FILES = 200;

    private FileLimit() {
    }

    /**
     * How many file descriptors this process and each process that it starts may have; -1 if unknown. A JVM raises its
     * soft limit to the hard limit.
     */
    public static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount() : -1;
    }

    /**
     * The experiment without the loads that exceed the limit.
     *
     * @param notes the list to which the omitted loads are added
     */
    public static Experiment withinLimit(Experiment experiment, List<String> notes) throws UsageException {
        long descriptors = descriptors();
        List<Load> possible = experiment.loads().stream().filter(load -> allows(load, descriptors)).toList();
        String others = experiment.loads().stream().filter(load -> !allows(load, descriptors)).map(Load::label)
                .distinct().collect(Collectors.joining(", "));
        if (others.isEmpty()) {
            return experiment;
        }
        String note = others + ": left out, because a user needs two file descriptors and only " + descriptors
                + " are allowed (ulimit -n)";
        if (possible.isEmpty()) {
            throw new UsageException(note);
        }
        notes.add(note);
        return experiment.with(possible);
    }

    /** Service one needs two descriptors for a user: the connection from JMeter, and the one to service two. */
    public static boolean allows(Load load, long descriptors) {
        return descriptors < 0 || load.users() <= connections(descriptors);
    }

    /** How many users these descriptors allow. */
    public static long connections(long descriptors) {
        return Math.max(0, descriptors - OTHER_FILES) / 2;
    }
}
