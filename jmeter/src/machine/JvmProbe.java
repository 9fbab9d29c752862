package machine;

import module java.base;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Asks another JVM over the attach API and platform MBeans. Each question has a thread and a timeout, because a
 * stuck JVM never answers.
 */
public record JvmProbe(String version, JMXConnector connector, MBeanServerConnection beans) implements AutoCloseable {
    private static final int LIMIT_SECONDS = 30;
    /** Lines of a class histogram: {@code   12:   4000   448000  java.lang.VirtualThread (java.base@25)}. */
    private static final Pattern VIRTUAL_THREADS =
            Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+java\\.lang\\.VirtualThread\\b");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    /** @param heapLive bytes after a full collection */
    public record Figures(String version, long heapLive, long heapMax, long virtualThreads) {
        /** Of a program that is not a JVM or does not answer. */
        public static final Figures UNKNOWN = new Figures("", -1, -1, -1);
    }

    static JvmProbe open(List<ProcessHandle> processes) throws IOException, InterruptedException {
        long pid = processes.stream().mapToLong(ProcessHandle::pid).filter(JvmProbe::isJvm).findFirst()
                .orElseThrow(() -> new IOException("it is not a JVM"));
        return inTime(() -> attach(pid));
    }

    static boolean isJvm(List<ProcessHandle> processes) {
        return processes.stream().anyMatch(process -> isJvm(process.pid()));
    }

    private static boolean isJvm(long pid) {
        return Kernel.isLinux() ? Kernel.hasJvm(Kernel.PROC, pid)
                : VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).anyMatch(Long.toString(pid)::equals);
    }

    private static JvmProbe attach(long pid) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            String version = machine.getSystemProperties().getProperty("java.version");
            JMXConnector connector =
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            return new JvmProbe(version, connector, connector.getMBeanServerConnection());
        } finally {
            machine.detach();
        }
    }

    private static <T> T inTime(Callable<T> question) throws IOException, InterruptedException {
        FutureTask<T> answer = new FutureTask<>(question);
        Thread.ofPlatform().daemon().name("jvm probe").start(answer);
        try {
            return answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + LIMIT_SECONDS + " s", e);
        } finally {
            answer.cancel(true);
        }
    }

    /**
     * Bytes that all threads have allocated, including ended threads. A virtual thread's allocation counts for its
     * carrier.
     */
    long allocated() throws IOException, InterruptedException {
        return inTime(() -> ((Number) beans.getAttribute(new ObjectName("java.lang:type=Threading"),
                "TotalThreadAllocatedBytes")).longValue());
    }

    /**
     * Costs a full garbage collection and about ten threads, so call it after the measured window.
     *
     * @return {@link Figures#UNKNOWN} if no process answers
     */
    public static Figures ask(List<ProcessHandle> processes, System.Logger log) throws InterruptedException {
        if (!isJvm(processes)) {
            return Figures.UNKNOWN;
        }
        try (JvmProbe probe = open(processes)) {
            return inTime(probe::figures);
        } catch (IOException e) {
            log.log(System.Logger.Level.INFO, "a JVM cannot be asked for heap and virtual threads: {0}", e.toString());
            return Figures.UNKNOWN;
        }
    }

    Figures figures() throws IOException, JMException {
        String histogram = histogram();
        return new Figures(version, live(histogram), memory().getHeapMemoryUsage().getMax(),
                histogram.isEmpty() ? -1 : number(VIRTUAL_THREADS, histogram, 0));
    }

    /** The bytes of the heap after a full garbage collection. */
    long live() throws IOException, InterruptedException {
        return inTime(() -> live(histogram()));
    }

    private long live(String histogram) throws IOException {
        long live = number(TOTAL, histogram, -1);
        if (live < 0) {
            memory().gc();
            live = memory().getHeapMemoryUsage().getUsed();
        }
        return live;
    }

    private MemoryMXBean memory() throws IOException {
        return ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
    }

    /** Empty if the JVM has no such command. */
    private String histogram() throws IOException, JMException {
        ObjectName diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
        return !beans.isRegistered(diagnostics) ? "" : (String) beans.invoke(diagnostics, "gcClassHistogram",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
    }

    private static long number(Pattern pattern, String text, long otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
