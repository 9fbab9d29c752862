package look;

import module java.base;
import module jdk.attach;
import process.RunningService;

/** Chooses the service one that a command looks at, or another JVM. */
final class Choice {
    private static final int DEFAULT_PORT = 8082;

    private Choice() {
    }

    /**
     * If several match, the one on the default port counts.
     *
     * @param pid  of any JVM; 0 if not given
     * @param port 0 if not given
     * @throws IOException if none matches, or if several match and none is on the default port
     */
    static RunningService of(int pid, int port) throws IOException {
        boolean isOther = port == 0 && VirtualMachine.list().stream().anyMatch(jvm ->
                jvm.id().equals(Integer.toString(pid)) && !jvm.displayName().startsWith(RunningService.MAIN_CLASS));
        if (isOther) {
            return new RunningService(pid, "", 0);
        }
        List<RunningService> all = RunningService.all();
        return among(all, outOfReach(all), pid, port);
    }

    static RunningService among(List<RunningService> all, List<String> outOfReach, int pid, int port)
            throws IOException {
        String others = outOfReach.stream().map(each -> "\n  " + each)
                .collect(Collectors.joining("", outOfReach.isEmpty() ? "" : "\nout of reach:", ""));
        if (all.isEmpty()) {
            throw new IOException("no service one is " + (outOfReach.isEmpty() ? "running" : "in reach")
                    + "; start one in another terminal: ./run.sh loom" + others);
        }
        List<RunningService> meant = all.stream().filter(each -> pid == 0 || each.pid() == pid)
                .filter(each -> port == 0 || each.port() == port).toList();
        return meant.stream().filter(each -> meant.size() == 1 || each.port() == DEFAULT_PORT).findFirst()
                .orElseThrow(() -> new IOException(all.stream().map(each -> "\n  " + each).collect(Collectors.joining(
                        "", meant.isEmpty() ? "no such service; running:" : "which one? pass --pid or --port:",
                        others))));
    }

    /** Each service that runs and is not among these, with the reason. */
    private static List<String> outOfReach(List<RunningService> inReach) {
        return ProcessHandle.allProcesses().filter(each ->
                        List.of(each.info().arguments().orElse(new String[0])).contains(RunningService.MAIN_CLASS))
                .filter(each -> inReach.stream().noneMatch(one -> one.pid() == each.pid()))
                .map(each -> outOfReach(each.pid(), RunningService.hasThisNetwork(each.pid()),
                        each.info().user().orElse("an unknown user"), System.getProperty("user.name"))).toList();
    }

    static String outOfReach(long pid, boolean hasThisNetwork, String user, String self) {
        String why = !hasThisNetwork ? "it has another network, as a container does: look from inside"
                : !user.equals(self) ? "it is " + user + "'s: only that user can look"
                : "it is not ready, or does not answer";
        return "pid " + pid + ": " + why;
    }
}
