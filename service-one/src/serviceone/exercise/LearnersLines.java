package serviceone.exercise;

import module java.base;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;

/** Finds lines of the learner's code in stacks. Only the learner's classes have no package. */
final class LearnersLines {
    /** A frame of a class without a package, such as {@code app//OwnDrain$1.run(OwnDrain.java:27)}. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^\\s+at (?:[^\\s/(]*/{1,2})?\\w[\\w$]*\\.([\\w$<>]+)\\((\\w+\\.java:\\d+)\\)");
    private static final String SERVICE = "serviceone.";
    /** A thread's first line, such as {@code #31 "pool-0" WAITING}. */
    private static final Pattern ID = Pattern.compile("(?m)^#(\\d+) ");
    private static final int MOST_NAMED = 3;
    private static final Set<Long> IGNORED = ConcurrentHashMap.newKeySet();
    private static final Set<String> WAITS = Set.of("park", "parkNanos", "sleepNanos0", "sleep0", "wait0");

    private LearnersLines() {
    }

    static String describe(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String line = in(cause.getStackTrace());
        return line == null ? cause.toString() : cause + " at " + line;
    }

    static String in(StackTraceElement[] stack) {
        return Stream.of(stack).filter(each -> each.getClassName().indexOf('.') < 0).findFirst()
                .map(each -> each.getFileName() + ":" + each.getLineNumber()).orElse(null);
    }

    /** Null if the thread does not wait, or waits in the service's code. */
    static String waiting(StackTraceElement[] stack) {
        boolean waits = stack.length > 0 && WAITS.contains(stack[0].getMethodName());
        return waits ? in(Stream.of(stack).takeWhile(each -> !each.getClassName().startsWith(SERVICE))
                .toArray(StackTraceElement[]::new)) : null;
    }

    /** Threads that outlive their check must not appear in later messages. */
    static void ignore(Collection<Thread> threads) {
        threads.forEach(each -> IGNORED.add(each.threadId()));
    }

    static String linesOfThreads() {
        Map<String, Integer> lines = new TreeMap<>();
        for (String stack : dump().split("\n\\s*\n")) {
            Matcher id = ID.matcher(stack);
            Matcher line = LINE.matcher(stack);
            if (id.find() && !IGNORED.contains(Long.valueOf(id.group(1))) && line.find()) {
                lines.merge(line.group(2) + " in " + line.group(1) + "()", 1, Integer::sum);
            }
        }
        return lines.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_NAMED)
                .map(each -> (each.getValue() == 1 ? "a thread is" : each.getValue() + " threads are") + " at "
                        + each.getKey())
                .collect(Collectors.joining(", "));
    }

    /** {@link Thread#getAllStackTraces} leaves out virtual threads. */
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
            return "";      // perhaps the disk is full
        }
    }
}
