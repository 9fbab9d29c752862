package lab.run;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A connection to the platform MBeans of another JVM, over the attach API. Owns the connector. Opened and used on a
 * thread for each question, {@link #inTime}, because a JVM that is stuck never answers; the asking thread waits for it.
 *
 * @param version of the other JVM, such as 25.0.3
 */
record JvmConnection(String version, JMXConnector connector, MBeanServerConnection beans) implements AutoCloseable {
    private static final int LIMIT_SECONDS = 30;

    static JvmConnection open(long pid) throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            String version = machine.getSystemProperties().getProperty("java.version");
            JMXConnector connector =
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            return new JvmConnection(version, connector, connector.getMBeanServerConnection());
        } finally {
            machine.detach();
        }
    }

    /** The first JVM among the processes of a program; none where it is written in something else. */
    static Optional<Long> find(List<ProcessHandle> processes) {
        return processes.stream().map(ProcessHandle::pid).filter(JvmConnection::isJvm).findFirst();
    }

    private static boolean isJvm(long pid) {
        return Kernel.isLinux() ? Kernel.hasJvm(pid)
                : VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).anyMatch(Long.toString(pid)::equals);
    }

    /** Asks on a thread of its own. @throws IOException where the JVM does not answer, or not in time */
    static <T> T inTime(Callable<T> question) throws IOException, InterruptedException {
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

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
