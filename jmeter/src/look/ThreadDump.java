package look;

import module java.base;
import common.json.Json;
import look.Jdk.Frame;

/**
 * What {@code jcmd PID Thread.dump_to_file -format=json} writes. With JDK 25 came, together, a thread's state, its kind
 * and its carrier.
 *
 * @param unlisted how many virtual threads the JVM counts, but does not list
 */
record ThreadDump(List<DumpedThread> threads, long unlisted) {
    enum Kind { PLATFORM, VIRTUAL, UNKNOWN }

    /**
     * @param onCarrier whether it is a virtual thread that runs or is pinned; empty if the dump does not say it
     * @param frames    the innermost first
     */
    record DumpedThread(String name, Kind kind, Optional<Boolean> onCarrier, List<Frame> frames) {
        boolean isInNativeCode() {
            return !frames.isEmpty() && frames.getFirst().isNative();
        }
    }

    private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

    static ThreadDump read(String json) throws IOException {
        try {
            Map<?, ?> root = (Map<?, ?>) ((Map<?, ?>) Json.read(json)).get("threadDump");
            List<DumpedThread> threads = new ArrayList<>();
            long unlisted = 0;
            for (Object each : (List<?>) root.get("threadContainers")) {
                Map<?, ?> container = (Map<?, ?>) each;
                List<?> listed = (List<?>) container.get("threads");
                listed.forEach(thread -> threads.add(thread((Map<?, ?>) thread)));
                long count = count(container.get("threadCount"), listed.size());
                unlisted += Math.max(0, count - listed.size());
            }
            return new ThreadDump(threads, unlisted);
        } catch (ClassCastException | NullPointerException | NumberFormatException e) {
            throw new IOException("the thread dump has a format that this command does not know", e);
        }
    }

    List<DumpedThread> of(Kind kind) {
        return threads.stream().filter(each -> each.kind == kind).toList();
    }

    /** A text up to JDK 25, then a number. */
    private static long count(Object count, int listed) {
        return count == null ? listed : (long) Double.parseDouble(count.toString());
    }

    private static DumpedThread thread(Map<?, ?> thread) {
        String name = Objects.requireNonNull((String) thread.get("name"));
        List<Frame> frames = ((List<?>) thread.get("stack")).stream()
                .map(String::valueOf).map(Frame::of).flatMap(Optional::stream).toList();
        boolean isOfJdk25 = thread.containsKey("state");
        boolean onCarrier = thread.get("carrier") != null;
        return new DumpedThread(name, kind(thread.get("virtual"), isOfJdk25, frames),
                Optional.of(onCarrier).filter(on -> on || isOfJdk25), frames);
    }

    private static Kind kind(Object virtual, boolean isOfJdk25, List<Frame> frames) {
        boolean runsVirtually = frames.stream()
                .anyMatch(frame -> frame.type().equals(VIRTUAL_THREAD)
                        && frame.method().equals("run"));
        if (Boolean.TRUE.equals(virtual) || runsVirtually) {
            return Kind.VIRTUAL;
        }
        return isOfJdk25 || !frames.isEmpty() ? Kind.PLATFORM : Kind.UNKNOWN;
    }
}
