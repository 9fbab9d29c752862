package exercise.harness;

import module java.base;

/** Finds lines of the learner's code in stacks. Only the learner's classes have no package. */
public final class Stacks {
    private static final int MOST_NAMED = 3;
    private static final Set<Long> IGNORED = ConcurrentHashMap.newKeySet();
    private static final Set<String> WAITS = Set.of("park", "parkNanos", "sleepNanos0", "sleep0", "wait0");

    private Stacks() {
    }

    static String describe(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause + learners(Stream.of(cause.getStackTrace()))
                .map(line -> " at " + line)
                .orElse("");
    }

    private static Optional<String> learners(Stream<StackTraceElement> stack) {
        return stack.filter(each -> each.getClassName().indexOf('.') < 0)
                .findFirst()
                .map(each -> each.getFileName() + ":" + each.getLineNumber() + " in " + each.getMethodName() + "()");
    }

    /** Where the thread waits in the learner's code, but not in a call to service two that this code has made. */
    public static Optional<String> waiting(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0 || !WAITS.contains(stack[0].getMethodName())) {
            return Optional.empty();
        }
        return learners(Stream.of(stack).takeWhile(each -> !each.getClassName().startsWith("exercise.harness.")));
    }

    /** Threads that outlive their check must not appear in later messages. */
    static void ignoreAll() {
        threads().forEach(each -> IGNORED.add(each.threadId()));
    }

    /** The lines at which the learner's code runs or waits, to append to a message. */
    public static String lines() {
        List<String> all = all();
        return all.stream().distinct()
                .sorted(Comparator.comparing(line -> -Collections.frequency(all, line)))
                .limit(MOST_NAMED)
                .map(line -> "; " + threads(Collections.frequency(all, line)) + " at " + line)
                .collect(Collectors.joining());
    }

    private static String threads(int count) {
        return count == 1 ? "1 thread is" : count + " threads are";
    }

    /** A line for each thread of this check that is in the learner's code. */
    static List<String> all() {
        return threads().stream()
                .flatMap(each -> learners(Stream.of(each.getStackTrace())).stream())
                .toList();
    }

    /**
     * {@link Thread#getAllStackTraces} leaves out virtual threads. A thread dump would have them, but on JDK 25 it may
     * crash the JVM while they change their state (JDK-8364343). Needs --add-exports java.base/jdk.internal.vm.
     */
    static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        try {
            addThreads(Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root").invoke(null), threads);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads cannot be listed", e);
        }
        threads.removeIf(each -> IGNORED.contains(each.threadId()));
        return threads;
    }

    private static void addThreads(Object container, Set<Thread> threads) throws ReflectiveOperationException {
        Class<?> type = Class.forName("jdk.internal.vm.ThreadContainer");
        ((Stream<?>) type.getMethod("threads").invoke(container))
                .forEach(each -> threads.add((Thread) each));
        for (Object child : ((Stream<?>) type.getMethod("children").invoke(container)).toList()) {
            addThreads(child, threads);
        }
    }
}
