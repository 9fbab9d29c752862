package serviceone.exercise;

import module java.base;

/** Finds lines of the learner's code in stacks. Only the learner's classes have no package. */
final class LearnersLines {
    private static final System.Logger LOG = System.getLogger(LearnersLines.class.getName());
    private static final String SERVICE = "serviceone.";
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
        return learners(stack).map(each -> each.getFileName() + ":" + each.getLineNumber()).orElse(null);
    }

    private static Optional<StackTraceElement> learners(StackTraceElement[] stack) {
        return Stream.of(stack).filter(each -> each.getClassName().indexOf('.') < 0).findFirst();
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
        for (Thread thread : threads()) {
            Optional<StackTraceElement> line = IGNORED.contains(thread.threadId()) ? Optional.empty()
                    : learners(thread.getStackTrace());
            line.ifPresent(each -> lines.merge(each.getFileName() + ":" + each.getLineNumber() + " in "
                    + each.getMethodName() + "()", 1, Integer::sum));
        }
        return lines.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_NAMED)
                .map(each -> (each.getValue() == 1 ? "a thread is" : each.getValue() + " threads are") + " at "
                        + each.getKey())
                .collect(Collectors.joining(", "));
    }

    /**
     * {@link Thread#getAllStackTraces} leaves out virtual threads. A thread dump would have them, but on JDK 25 it may
     * crash the JVM while they change their state (JDK-8364343). Without --add-exports java.base/jdk.internal.vm,
     * virtual threads are missing.
     */
    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        try {
            Class<?> containers = Class.forName("jdk.internal.vm.ThreadContainers");
            addThreads(containers.getMethod("root").invoke(null), threads);
        } catch (ReflectiveOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "virtual threads cannot be listed", e);
        }
        return threads;
    }

    private static void addThreads(Object container, Set<Thread> threads) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.vm.ThreadContainer");
        ((Stream<?>) type.getMethod("threads").invoke(container)).forEach(each -> threads.add((Thread) each));
        for (Object child : ((Stream<?>) type.getMethod("children").invoke(container)).toList()) {
            addThreads(child, threads);
        }
    }
}
