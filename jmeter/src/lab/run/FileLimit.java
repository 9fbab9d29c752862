package lab.run;

import com.sun.management.UnixOperatingSystemMXBean;
import common.commandline.CommandLine.UsageException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import lab.define.Experiment;
import lab.define.Load;

/** How many connections the limit on file descriptors leaves room for. */
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

    /**
     * An experiment without the loads that the limit has no room for.
     *
     * @param notes is told which they are
     */
    public static Experiment possible(Experiment experiment, List<String> notes) throws UsageException {
        long descriptors = descriptors();
        List<Load> possible = experiment.loads().stream().filter(load -> allows(load, descriptors)).toList();
        String others = experiment.loads().stream().filter(load -> !allows(load, descriptors)).map(Load::label)
                .distinct().collect(Collectors.joining(", "));
        if (others.isEmpty()) {
            return experiment;
        }
        String note = others + ": left out, a user takes two file descriptors and " + descriptors
                + " are allowed (ulimit -n)";
        if (possible.isEmpty()) {
            throw new UsageException(note);
        }
        notes.add(note);
        return experiment.with(possible);
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
