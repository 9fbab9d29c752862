package look;

import module java.base;
import common.json.MayBeMissing;
import common.json.Records;
import look.Jdk.Frame;

/**
 * What {@code jcmd PID Thread.dump_to_file -format=json} writes. With JDK 25 came, together, a thread's state, its kind
 * and its carrier. Numbers are texts up to JDK 25.
 */
public record ThreadDump(List<Container> threadContainers) {
    enum Kind { PLATFORM, VIRTUAL, UNKNOWN }

    public record Root(ThreadDump threadDump) {
    }

    /** @param threadCount counts also virtual threads that are not listed */
    public record Container(List<DumpedThread> threads, double threadCount) {
        private long unlisted() {
            return Math.max(0, (long) threadCount - threads.size());
        }
    }

    /** @param stack the innermost frame first */
    public record DumpedThread(String name, List<String> stack, @MayBeMissing Boolean virtual,
            @MayBeMissing String state, double carrier) {
        Kind kind() {
            if (Boolean.TRUE.equals(virtual)
                    || stack.stream().anyMatch(each -> each.contains("java.lang.VirtualThread.run("))) {
                return Kind.VIRTUAL;
            }
            return isOfJdk25() || !stack.isEmpty() ? Kind.PLATFORM : Kind.UNKNOWN;
        }

        boolean isOfJdk25() {
            return state != null;
        }

        /** Whether it is a virtual thread that runs or is pinned. Before JDK 25, that is unknown. */
        boolean isOnCarrier() {
            return !Double.isNaN(carrier);
        }

        List<Frame> frames() {
            return stack.stream().map(Frame::of).flatMap(Optional::stream).toList();
        }
    }

    static ThreadDump read(String json) throws IOException {
        try {
            return Records.readComplete(Root.class, json).threadDump;
        } catch (IOException e) {
            throw new IOException("the thread dump has a format that this command does not know", e);
        }
    }

    List<DumpedThread> of(Kind kind) {
        return threadContainers.stream().flatMap(each -> each.threads.stream())
                .filter(each -> each.kind() == kind).toList();
    }

    /** How many virtual threads the JVM counts, but does not list. */
    long unlisted() {
        return threadContainers.stream().mapToLong(Container::unlisted).sum();
    }
}
