package serviceone.observe;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import serviceone.observe.ThreadDump.Entry;

/** A thread dump in a few lines: platform threads by what they are for, request threads by where they are. */
final class ThreadsReport {
    private static final String JDK = "the JDK's own";
    private static final String CARRIER = "ForkJoinPool-1-worker-";
    /** What threads are for, by how their names begin. */
    private static final Map<String, String> PURPOSES = new LinkedHashMap<>();

    static {
        PURPOSES.put("pool-", "the pool: a thread to a connection, whether it works or waits");
        PURPOSES.put("event-loop-", "event loops: all connections between them");
        PURPOSES.put(CARRIER, "carriers: run the virtual threads, of which none keeps one while it waits");
        PURPOSES.put("acceptor", "accepts connections and pushes their sockets onto the queue");
        PURPOSES.put("dispatcher", "takes sockets from the queue");
        PURPOSES.put("watchdog", "ends what is late");
        PURPOSES.put("timer", "brings /wait-async back");
        PURPOSES.put("admin-", "the status page");
        PURPOSES.put("HTTP-Dispatcher", "the status page");
        PURPOSES.put("sampler", "looks at the counters once a second");
        PURPOSES.put("hrt-ticks", "VisualVM's clock");
    }

    private final StringBuilder text = new StringBuilder();
    private final Whereabouts whereabouts;

    ThreadsReport(Whereabouts whereabouts) {
        this.whereabouts = whereabouts;
    }

    String of(ThreadDump dump) {
        section("platform threads", dump.platform(), ThreadsReport::purpose);
        List<Entry> serving = dump.platform().stream().filter(thread -> thread.name().startsWith("pool-")).toList();
        section("of the pool, by where they are", serving, this::place);
        long carriers = dump.platform().stream().filter(thread -> thread.name().startsWith(CARRIER)).count();
        section("virtual threads on " + carriers + " carriers, by where they are", dump.virtual(), this::place);
        return text.toString();
    }

    private void section(String title, List<Entry> threads, Function<Entry, String> group) {
        if (threads.isEmpty()) {
            return;
        }
        text.append(String.format("%n%,d %s%n", threads.size(), title));
        Map<String, Long> counts =
                threads.stream().collect(Collectors.groupingBy(group, TreeMap::new, Collectors.counting()));
        counts.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(each -> text.append(String.format("  %,7d  %s%n", each.getValue(), each.getKey())));
    }

    private static String purpose(Entry thread) {
        return PURPOSES.entrySet().stream().filter(each -> thread.name().startsWith(each.getKey())).findFirst()
                .map(each -> String.format("%-24s %s", each.getKey().replaceFirst("-$", "-*"), each.getValue()))
                .orElse(JDK);
    }

    private String place(Entry thread) {
        boolean idle = thread.frames().stream().anyMatch(frame -> frame.contains(".ThreadPoolExecutor.getTask"));
        return whereabouts.of(thread).orElse(idle ? "idle: no connection for it" : JDK);
    }
}
