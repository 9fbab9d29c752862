package look;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import look.ThreadDump.Entry;
import serviceone.meter.ServiceThread;

/** A thread dump in a few lines: platform threads by what they are for, request threads by where they are. */
final class ThreadsReport {
    private static final String JDK = "the JDK's own";
    private final StringBuilder text = new StringBuilder();
    private final Whereabouts whereabouts;

    ThreadsReport(Whereabouts whereabouts) {
        this.whereabouts = whereabouts;
    }

    String of(ThreadDump dump) {
        section("platform threads", dump.platform(), ThreadsReport::purpose);
        section("of the pool, by where they are", of(ServiceThread.POOL, dump), this::place);
        int carriers = of(ServiceThread.CARRIER, dump).size();
        section("virtual threads on " + carriers + " carriers, by where they are", dump.virtual(), this::place);
        return text.toString();
    }

    private static List<Entry> of(ServiceThread kind, ThreadDump dump) {
        return dump.platform().stream().filter(thread -> kind.isNameOf(thread.name())).toList();
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
        return Stream.of(ServiceThread.values()).filter(kind -> kind.isNameOf(thread.name())).findFirst()
                .map(kind -> String.format("%-24s %s", kind.prefix().replaceFirst("-$", "-*"), kind.purpose()))
                .orElse(JDK);
    }

    private String place(Entry thread) {
        boolean idle = thread.frames().stream().anyMatch(frame -> frame.contains(".ThreadPoolExecutor.getTask"));
        return whereabouts.of(thread).orElse(idle ? "idle: no connection for it" : JDK);
    }
}
