package load;

import module java.base;
import module jdk.attach;

/** A service one that this user runs on this machine, as its system properties describe it. */
public record RunningService(int pid, String mode, int port) {
    private static final String MAIN_CLASS = "serviceone.ServiceOne";
    private static final int DEFAULT_PORT = 8082;

    static List<RunningService> all() {
        return among(VirtualMachine.list());
    }

    static List<RunningService> among(List<VirtualMachineDescriptor> jvms) {
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
    private static boolean hasThisNetwork(long pid) {
        try {
            return network(String.valueOf(pid)).equals(network("self"));
        } catch (IOException e) {
            return true;      // not Linux, or another user's process, to which nobody can attach
        }
    }

    private static Path network(String process) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", process, "ns/net"));
    }

    /** Each service that runs and is not in {@link #all}, with the reason. */
    private static List<String> outOfReach(List<RunningService> inReach) {
        return ProcessHandle.allProcesses()
                .filter(each -> List.of(each.info().arguments().orElse(new String[0])).contains(MAIN_CLASS))
                .filter(each -> inReach.stream().noneMatch(one -> one.pid == each.pid()))
                .map(each -> outOfReach(each.pid(), each.info().user().orElse("an unknown user"))).toList();
    }

    private static String outOfReach(long pid, String user) {
        String why = !hasThisNetwork(pid) ? "it has another network, as a container does: look from inside"
                : !user.equals(System.getProperty("user.name")) ? "it is " + user + "'s: only that user can look"
                : "it is not ready, or does not answer";
        return "pid " + pid + ": " + why;
    }

    /**
     * If several match, the one on the default port counts.
     *
     * @param pid  0 if not given
     * @param port 0 if not given
     * @throws IOException if none matches, or if several match and none is on the default port
     */
    public static RunningService find(int pid, int port) throws IOException {
        List<RunningService> all = all();
        return choose(all, outOfReach(all), pid, port);
    }

    static RunningService choose(List<RunningService> all, List<String> outOfReach, int pid, int port)
            throws IOException {
        String others = outOfReach.stream().map(each -> "\n  " + each)
                .collect(Collectors.joining("", outOfReach.isEmpty() ? "" : "\nout of reach:", ""));
        if (all.isEmpty()) {
            throw new IOException("no service one is " + (outOfReach.isEmpty() ? "running" : "in reach")
                    + "; start one in another terminal: ./run.sh loom" + others);
        }
        List<RunningService> meant = all.stream().filter(each -> pid == 0 || each.pid == pid)
                .filter(each -> port == 0 || each.port == port).toList();
        return meant.stream().filter(each -> meant.size() == 1 || each.port == DEFAULT_PORT).findFirst()
                .orElseThrow(() -> new IOException(all.stream().map(each -> "\n  " + each).collect(Collectors.joining(
                        "", meant.isEmpty() ? "no such service; running:" : "which one? pass --pid or --port:",
                        others))));
    }

    @Override
    public String toString() {
        return "service one · " + mode + ", --pid " + pid + ", --port " + port;
    }
}
