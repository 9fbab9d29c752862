package lab.run;

import com.sun.tools.attach.AttachNotSupportedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import lab.judge.Run.Jvm;

/**
 * Asks another JVM what only it knows, over the attach API and its platform MBeans; the same for service one and for
 * somebody else's. It is asked once, after the measured window, because answering costs it a full collection and about
 * ten threads. Stateless.
 */
public final class JvmProbe {
    /** Lines of a class histogram: {@code   12:   4000   448000  java.lang.VirtualThread (java.base@25)}. */
    private static final Pattern VIRTUAL_THREADS =
            Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+java\\.lang\\.VirtualThread\\b");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    /** Lines of a queue: {@code   1234   45       4       java.lang.String::hashCode (60 bytes)}. */
    private static final Pattern QUEUED = Pattern.compile("(?m)^\\s*\\d+\\s+\\d+.*::");

    private JvmProbe() {
    }

    /** The first JVM among the processes; {@link Jvm#NONE} where there is none or it doesn't answer. */
    public static Jvm ask(List<ProcessHandle> processes, System.Logger log) throws InterruptedException {
        Optional<Long> pid = JvmConnection.find(processes);
        try {
            return pid.isEmpty() ? Jvm.NONE : JvmConnection.inTime(() -> ask(pid.get()));
        } catch (IOException e) {
            log.log(System.Logger.Level.INFO, "JVM {0} cannot be asked for heap and virtual threads: {1}",
                    pid.get().toString(), e);
            return Jvm.NONE;
        }
    }

    private static Jvm ask(long pid) throws IOException, AttachNotSupportedException, JMException {
        try (JvmConnection connection = JvmConnection.open(pid)) {
            return ask(connection.version(), connection.beans());
        }
    }

    private static Jvm ask(String version, MBeanServerConnection beans) throws IOException, JMException {
        double queue = compileQueue(beans);      // first: a collection takes time, in which the compiler goes on
        MemoryMXBean memory = ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
        String histogram = classHistogram(beans);
        long live = number(TOTAL, histogram, -1);
        if (live < 0) {
            memory.gc();
            live = memory.getHeapMemoryUsage().getUsed();
        }
        return new Jvm(version, live, memory.getHeapMemoryUsage().getMax(),
                histogram.isEmpty() ? -1 : number(VIRTUAL_THREADS, histogram, 0), carriers(beans), queue);
    }

    /** What is alive after a full collection, by class; empty where the JVM is not HotSpot. */
    private static String classHistogram(MBeanServerConnection beans) throws IOException, JMException {
        ObjectName diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
        return !beans.isRegistered(diagnostics) ? "" : (String) beans.invoke(diagnostics, "gcClassHistogram",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
    }

    /** As {@code jcmd PID Compiler.queue} tells it; NaN where the JVM is not HotSpot. */
    private static double compileQueue(MBeanServerConnection beans) throws IOException, JMException {
        ObjectName diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
        return !beans.isRegistered(diagnostics) ? Double.NaN
                : queued((String) beans.invoke(diagnostics, "compilerQueue", new Object[0], new String[0]));
    }

    static long queued(String answer) {
        int queues = answer.indexOf("compile queue:");      // before it is what is being compiled
        return queues < 0 ? 0 : QUEUED.matcher(answer.substring(queues)).results().count();
    }

    /** Since JDK 24. */
    private static long carriers(MBeanServerConnection beans) throws IOException, JMException {
        ObjectName scheduler = new ObjectName("jdk.management:type=VirtualThreadScheduler");
        return beans.isRegistered(scheduler) ? ((Number) beans.getAttribute(scheduler, "PoolSize")).longValue() : -1;
    }

    private static long number(Pattern pattern, String text, long otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
    }
}
