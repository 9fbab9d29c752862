package process;

import module java.base;
import module jdk.attach;

/**
 * A service one that this user runs on this machine, as its system properties describe it.
 *
 * @param mode empty for another JVM
 */
public record RunningService(int pid, String mode, int port) {
    public static final String MAIN_CLASS = "serviceone.ServiceOne";

    public static List<RunningService> all() {
        return among(VirtualMachine.list());
    }

    public static List<RunningService> among(List<VirtualMachineDescriptor> jvms) {
        return jvms.stream().filter(jvm -> jvm.displayName().split(" ")[0].equals(MAIN_CLASS))
                .filter(jvm -> hasThisNetwork(Long.parseLong(jvm.id())))
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

    /** A container may have a network of its own. Its ports are not this machine's. True if unknown. */
    public static boolean hasThisNetwork(long pid) {
        try {
            return network(String.valueOf(pid)).equals(network("self"));
        } catch (IOException e) {
            return true;      // not Linux, or another user's process, to which nobody can attach
        }
    }

    private static Path network(String process) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", process, "ns/net"));
    }

    public boolean isServiceOne() {
        return !mode.isEmpty();
    }

    @Override
    public String toString() {
        return !isServiceOne() ? "the JVM with --pid " + pid
                : "service one · " + mode + ", --pid " + pid + ", --port " + port;
    }
}
