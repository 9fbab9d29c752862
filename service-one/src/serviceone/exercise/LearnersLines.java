package serviceone.exercise;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the lines of a learner's code in stacks: its classes are the ones without a package. */
final class LearnersLines {
    /** As {@code app//OwnDrain$1.run(OwnDrain.java:27)}; of a class in a package the first part has more dots. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^\\s+at (?:[^\\s/(]*/{1,2})?\\w[\\w$]*\\.([\\w$<>]+)\\((\\w+\\.java:\\d+)\\)");
    private static final String SERVICE = "serviceone.";
    /** A thread's first line, as {@code #31 "pool-0" WAITING}. */
    private static final Pattern ID = Pattern.compile("(?m)^#(\\d+) ");
    private static final int MOST_NAMED = 3;
    private static final Set<Long> LEFT_BEHIND = ConcurrentHashMap.newKeySet();
    /** The methods at the top of a thread that is parked, sleeps or waits to be notified. */
    private static final Set<String> WAITS = Set.of("park", "parkNanos", "sleepNanos0", "sleep0", "wait0");

    private LearnersLines() {
    }

    /** What was thrown, and at which line of the learner. */
    static String of(Throwable thrown) {
        Throwable cause = thrown;      // what loads a class or hands on a failure wraps it
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String line = in(cause.getStackTrace());
        return line == null ? cause.toString() : cause + " at " + line;
    }

    /** The learner's line in a stack; null where there is none. */
    static String in(StackTraceElement[] stack) {
        return Stream.of(stack).filter(each -> each.getClassName().indexOf('.') < 0).findFirst()
                .map(each -> each.getFileName() + ":" + each.getLineNumber()).orElse(null);
    }

    /** The learner's line that makes a thread wait; null where it does not wait, or something that was called does. */
    static String waiting(StackTraceElement[] stack) {
        boolean waits = stack.length > 0 && WAITS.contains(stack[0].getMethodName());
        return waits ? in(Stream.of(stack).takeWhile(each -> !each.getClassName().startsWith(SERVICE))
                .toArray(StackTraceElement[]::new)) : null;
    }

    /** Where threads stand that a check has left behind says nothing about the next one. */
    static void leaveOut(Collection<Thread> threads) {
        threads.forEach(each -> LEFT_BEHIND.add(each.threadId()));
    }

    /** The lines at which threads stand now, platform and virtual ones; "" where none stands in the learner's code. */
    static String whereThreadsStand() {
        Map<String, Integer> lines = new TreeMap<>();
        for (String stack : dump().split("\n\\s*\n")) {
            Matcher id = ID.matcher(stack);
            Matcher line = LINE.matcher(stack);
            if (id.find() && !LEFT_BEHIND.contains(Long.valueOf(id.group(1))) && line.find()) {
                lines.merge(line.group(2) + " in " + line.group(1) + "()", 1, Integer::sum);
            }
        }
        return lines.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_NAMED)
                .map(each -> (each.getValue() == 1 ? "a thread stands" : each.getValue() + " threads stand") + " at "
                        + each.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Of all threads: {@link Thread#getAllStackTraces} leaves out the virtual ones. */
    private static String dump() {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path file = folder.resolve("dump");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            return "";      // no room for a file: the verdict goes without the line
        }
    }
}
