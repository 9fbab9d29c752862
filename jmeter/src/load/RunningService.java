package load;

import module java.base;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;

/**
 * A service one that this user runs on this machine, as its system properties describe it.
 *
 * @param mode empty for another JVM
 */
public record RunningService(int pid, String mode, int port) {
    private static final String MAIN_CLASS = "serviceone.ServiceOne";
    private static final int DEFAULT_PORT = 8082;

    static List<RunningService> all() {
        return among(VirtualMachine.list());
    }

    static List<RunningService> among(List<VirtualMachineDescriptor> jvms) {
        return jvms.stream().filter(jvm -> jvm.displayName().split(" ")[0].equals(MAIN_CLASS))
                .map(RunningService::ask).flatMap(Optional::stream).toList();
    }

    private static Optional<RunningService> ask(VirtualMachineDescriptor jvm) {
        try {
            VirtualMachine machine = VirtualMachine.attach(jvm);
            try {
                Properties properties = machine.getSystemProperties();
                return Optional.ofNullable(properties.getProperty("serviceone.port")).map(port -> new RunningService(
                        Integer.parseInt(jvm.id()), properties.getProperty("serviceone.mode"), Integer.parseInt(port)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            return Optional.empty();
        }
    }

    /**
     * If several match, the one on the default port counts.
     *
     * @param pid  of any JVM; 0 if not given
     * @param port 0 if not given
     * @throws IOException if none matches, or if several match and none is on the default port
     */
    public static RunningService find(int pid, int port) throws IOException {
        List<VirtualMachineDescriptor> jvms = VirtualMachine.list();
        List<RunningService> all = among(jvms);
        boolean isOther = port == 0 && jvms.stream().anyMatch(jvm -> jvm.id().equals(Integer.toString(pid)))
                && all.stream().noneMatch(each -> each.pid == pid);
        return isOther ? new RunningService(pid, "", 0) : choose(all, pid, port);
    }

    public boolean isServiceOne() {
        return !mode.isEmpty();
    }

    static RunningService choose(List<RunningService> all, int pid, int port) throws IOException {
        if (all.isEmpty()) {
            throw new IOException("no service one is running; start one in another terminal: ./run.sh loom");
        }
        List<RunningService> meant = all.stream().filter(each -> pid == 0 || each.pid == pid)
                .filter(each -> port == 0 || each.port == port).toList();
        return meant.stream().filter(each -> meant.size() == 1 || each.port == DEFAULT_PORT).findFirst()
                .orElseThrow(() -> new IOException(all.stream().map(each -> "\n  " + each).collect(Collectors.joining(
                        "", meant.isEmpty() ? "no such service; running:" : "which one? pass --pid or --port:", ""))));
    }

    @Override
    public String toString() {
        return !isServiceOne() ? "the JVM with --pid " + pid
                : "service one · " + mode + ", --pid " + pid + ", --port " + port;
    }
}
