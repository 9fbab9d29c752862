package serviceone.watch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.remote.MBeanServerForwarder;

/**
 * Lets through what looks and refuses what does, between the JMX port and the JVM's MBeans. The port has no password,
 * so that everyone with an account on the machine may look; with operations such as loading an agent they could run
 * their own code as the service. Stateless but for the server behind it; called by RMI's threads.
 */
final class ReadingOnly implements InvocationHandler {
    /** Methods of {@link MBeanServer} that change nothing. */
    private static final Set<String> READING = Set.of("getAttribute", "getAttributes", "getMBeanInfo", "getMBeanCount",
            "getDefaultDomain", "getDomains", "queryMBeans", "queryNames", "isRegistered", "isInstanceOf", "getObjectInstance",
            "addNotificationListener", "removeNotificationListener", "getClassLoaderFor", "getClassLoader",
            "getClassLoaderRepository");
    /** Operations that change nothing either: VisualVM and jconsole show little without them. */
    private static final Map<String, Set<String>> LOOKING = Map.of(
            "java.lang:type=Threading", Set.of("getThreadInfo", "dumpAllThreads", "findDeadlockedThreads",
                    "findMonitorDeadlockedThreads", "getThreadCpuTime", "getThreadUserTime", "getThreadAllocatedBytes"),
            "com.sun.management:type=HotSpotDiagnostic", Set.of("getVMOption"),
            "com.sun.management:type=DiagnosticCommand", Set.of("vmCommandLine", "vmFlags", "vmUptime", "vmVersion"));

    private volatile MBeanServer server;

    private ReadingOnly() {
    }

    static MBeanServerForwarder forwarder() {
        return (MBeanServerForwarder) Proxy.newProxyInstance(ReadingOnly.class.getClassLoader(),
                new Class<?>[] {MBeanServerForwarder.class}, new ReadingOnly());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "setMBeanServer" -> server = (MBeanServer) arguments[0];
            case "getMBeanServer" -> {
                return server;
            }
            default -> {
                requireReading(method, arguments);
                return forward(method, arguments);
            }
        }
        return null;
    }

    private static void requireReading(Method method, Object[] arguments) {
        boolean looks = READING.contains(method.getName()) || method.getDeclaringClass() == Object.class
                || method.getName().equals("invoke") && looksOnly((ObjectName) arguments[0], (String) arguments[1]);
        if (!looks) {
            throw new SecurityException("this port is for looking only; to do more, connect to the local process");
        }
    }

    private static boolean looksOnly(ObjectName bean, String operation) {
        return LOOKING.getOrDefault(bean.getCanonicalName(), Set.of()).contains(operation);
    }

    private Object forward(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(method.getDeclaringClass() == Object.class ? this : server, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
