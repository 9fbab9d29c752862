package machine;

import module java.base;
import module java.management;
import module jdk.attach;
import com.sun.management.ThreadMXBean;
import process.RunningService;

/**
 * Asks another JVM over the attach API and platform MBeans. Each question has a thread and a timeout, because a
 * stuck JVM never answers.
 */
public record JvmProbe(
        String version,
        JMXConnector connector,
        MBeanServerConnection beans) implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(JvmProbe.class.getName());
    private static final int LIMIT_SECONDS = 30;
    /** Lines of a class histogram: {@code   12:   4000   448000  java.lang.VirtualThread (java.base@25)}. */
    private static final Pattern VIRTUAL_THREADS =
            Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+java\\.lang\\.VirtualThread\\b");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    /** @param heapLive bytes after a full collection */
    public record Figures(String version, long heapLive, long heapMax, long virtualThreads) {
    }

    /** Empty if no process is a JVM that answers. */
    static Optional<JvmProbe> open(List<ProcessHandle> processes) throws InterruptedException {
        OptionalLong jvm = processes.stream()
                .mapToLong(ProcessHandle::pid)
                .filter(RunningService::isJvm)
                .findFirst();
        return jvm.isEmpty() ? Optional.empty()
                : inTime(() -> attach(Long.toString(jvm.getAsLong())));
    }

    private static JvmProbe attach(String pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(pid);
        try {
            String version = machine.getSystemProperties().getProperty("java.version");
            JMXConnector connector =
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            return new JvmProbe(version, connector, connector.getMBeanServerConnection());
        } finally {
            machine.detach();
        }
    }

    private static <T> Optional<T> inTime(Callable<T> question) throws InterruptedException {
        FutureTask<T> answer = new FutureTask<>(question);
        Thread.ofPlatform().daemon().name("jvm probe").start(answer);
        try {
            return Optional.of(answer.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(System.Logger.Level.INFO, "a JVM cannot be asked for its heap and virtual threads: {0}",
                    e.toString());
            return Optional.empty();
        } finally {
            answer.cancel(true);
        }
    }

    /**
     * Bytes that all threads have allocated, including ended threads; NaN if unknown. A virtual thread's allocation
     * counts for its carrier.
     */
    double allocated() throws InterruptedException {
        return inTime(() -> (double) bean(ThreadMXBean.class).getTotalThreadAllocatedBytes())
                .orElse(Double.NaN);
    }

    private <T extends PlatformManagedObject> T bean(Class<T> type) throws IOException {
        return ManagementFactory.getPlatformMXBean(beans, type);
    }

    /**
     * Costs a full garbage collection and about ten threads, so call it after the measured window.
     *
     * @return empty for a program that is not a JVM or does not answer
     */
    public static Optional<Figures> ask(List<ProcessHandle> processes) throws InterruptedException {
        Optional<JvmProbe> found = open(processes);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (JvmProbe probe = found.get()) {
            return probe.figures();
        }
    }

    Optional<Figures> figures() throws InterruptedException {
        return inTime(this::read);
    }

    private Figures read() throws IOException, JMException {
        MemoryMXBean memory = bean(MemoryMXBean.class);
        String histogram = histogram();
        if (histogram.isEmpty()) {
            memory.gc();
        }
        MemoryUsage heap = memory.getHeapMemoryUsage();
        return new Figures(version,
                number(TOTAL, histogram).orElse(heap.getUsed()),
                heap.getMax(),
                number(VIRTUAL_THREADS, histogram).orElse(histogram.isEmpty() ? -1 : 0));
    }

    /** Of the live objects, after a full garbage collection. Empty if the JVM has no such command. */
    private String histogram() throws IOException, JMException {
        ObjectName diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
        Object[] nothing = {new String[0]};
        String[] types = {String[].class.getName()};
        return !beans.isRegistered(diagnostics) ? ""
                : (String) beans.invoke(diagnostics, "gcClassHistogram", nothing, types);
    }

    private static OptionalLong number(Pattern pattern, String histogram) {
        return pattern.matcher(histogram).results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .findFirst();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the contender's JVM has already ended", e);
        }
    }
}
