package process;

import module java.base;
import module jdk.attach;

/**
 * A service one that this user runs on this machine, as its system properties describe it.
 *
 * @param mode empty for another JVM
 */
public record RunningService(long pid, String mode, int port) {
    public static final String MAIN_CLASS = "serviceone.ServiceOne";

    /** Those that are ready and answer. */
    public static List<RunningService> all() {
        return among(candidates());
    }

    public static List<RunningService> among(List<Long> pids) {
        return pids.stream().filter(RunningService::hasThisNetwork)
                .flatMap(pid -> ifAttachable(pid).stream())
                .filter(RunningService::isServiceOne).toList();
    }

    /**
     * The processes whose main class is service one's. The attach API does not list a JVM that shares no memory
     * ({@code -XX:+PerfDisableSharedMem}), and a command line does not show what stands in an argument file.
     */
    public static List<Long> candidates() {
        return Stream.concat(VirtualMachine.list().stream()
                .filter(jvm -> jvm.displayName().split(" ")[0].equals(MAIN_CLASS))
                .map(jvm -> Long.valueOf(jvm.id())), ProcessHandle.allProcesses().filter(process ->
                        List.of(process.info().arguments().orElse(new String[0]))
                        .contains(MAIN_CLASS))
                .map(ProcessHandle::pid)).distinct().toList();
    }

    private static Optional<RunningService> ifAttachable(long pid) {
        try {
            return Optional.of(attach(pid));
        } catch (IOException e) {
            return Optional.empty();      // no JVM, or one that has ended or does not answer
        }
    }

    /** The attach signal would end most programs that are no JVM, so ask this before. */
    public static boolean isJvm(long pid) {
        try (Stream<String> mapped = Files.lines(Path.of("/proc/" + pid + "/maps"))) {
            return mapped.anyMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException | UncheckedIOException e) {      // not Linux, or it has ended
            return VirtualMachine.list().stream().anyMatch(jvm -> jvm.id().equals("" + pid));
        }
    }

    /**
     * Any JVM, also one that the attach API does not list.
     *
     * @throws IOException if the process is no JVM, or does not answer
     */
    public static RunningService attach(long pid) throws IOException {
        if (!isJvm(pid)) {
            throw new IOException("no JVM has the pid " + pid);
        }
        try {
            VirtualMachine machine = VirtualMachine.attach("" + pid);
            try {
                return of(pid, machine.getSystemProperties());
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static RunningService of(long pid, Properties properties) {
        String port = properties.getProperty("serviceone.port");
        String mode = properties.getProperty("serviceone.mode");
        return port == null || mode == null ? new RunningService(pid, "", 0)
                : new RunningService(pid, mode, Integer.parseInt(port));
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
