package look;

import module java.base;
import process.ListeningProcesses;
import process.RunningService;

/** Chooses the service one that a command looks at, or another JVM. */
final class Choice {
    private static final int DEFAULT_PORT = 8082;

    private Choice() {
    }

    /**
     * A service one that this command cannot look at.
     *
     * @param user whose it is
     * @param self who looks
     */
    record OutOfReach(long pid, boolean hasThisNetwork, String user, String self) {
        /** Then it may be the one that is meant. */
        boolean isHere() {
            return hasThisNetwork && user.equals(self);
        }

        @Override
        public String toString() {
            String why = !hasThisNetwork ? "it has another network, as a container does: look from inside"
                    : !user.equals(self) ? "it is " + user + "'s: only that user can look"
                    : "it is not ready, or does not answer";
            return "pid " + pid + ": " + why;
        }
    }

    /**
     * If several match, the one on the default port counts.
     *
     * @param pid  of any JVM; 0 if not given
     * @param port 0 if not given
     * @throws IOException if none matches, or if several match and none is on the default port
     */
    static RunningService of(int pid, int port) throws IOException, InterruptedException {
        List<Long> candidates = RunningService.candidates();
        if (pid != 0 && port == 0 && !candidates.contains((long) pid)) {
            return any(pid);
        }
        Optional<RunningService> named = RunningService.among(pid == 0 ? List.of() : List.of((long) pid)).stream()
                .filter(each -> port == 0 || each.port() == port).findFirst();
        return named.isPresent() ? named.get() : among(candidates, pid, port);
    }

    private static RunningService among(List<Long> candidates, int pid, int port)
            throws IOException, InterruptedException {
        Stream<Long> listening = ListeningProcesses.at(port == 0 ? DEFAULT_PORT : port).stream()
                .map(ProcessHandle::pid);
        List<RunningService> all = RunningService.among(
                Stream.concat(candidates.stream(), listening).distinct().toList());
        return among(all, outOfReach(candidates, all), pid, port);
    }

    private static RunningService any(int pid) throws IOException {
        try {
            return RunningService.attach(pid);
        } catch (IOException e) {
            String why = ProcessHandle.of(pid).isEmpty() ? "no process has this pid"
                    : "it is no JVM of yours that answers jcmd";
            throw new IOException("--pid " + pid + ": " + why, e);
        }
    }

    static RunningService among(List<RunningService> all, List<OutOfReach> outOfReach, int pid, int port)
            throws IOException {
        String others = outOfReach.stream().map(each -> "\n  " + each)
                .collect(Collectors.joining("", outOfReach.isEmpty() ? "" : "\nout of reach:", ""));
        if (all.isEmpty()) {
            throw new IOException("no service one is " + (outOfReach.isEmpty() ? "running" : "in reach")
                    + "; start one in another terminal: ./run.sh loom" + others);
        }
        List<RunningService> meant = all.stream().filter(each -> pid == 0 || each.pid() == pid)
                .filter(each -> port == 0 || each.port() == port).toList();
        boolean isNamed = pid != 0 || port != 0;
        boolean isOnlyOne = meant.size() == 1 && (isNamed || outOfReach.stream().noneMatch(OutOfReach::isHere));
        return meant.stream().filter(each -> isOnlyOne || each.port() == DEFAULT_PORT).findFirst()
                .orElseThrow(() -> new IOException(all.stream().map(each -> "\n  " + each).collect(Collectors.joining(
                        "", meant.isEmpty() ? "no such service; running:" : "which one? pass --pid or --port:",
                        others))));
    }

    private static List<OutOfReach> outOfReach(List<Long> candidates, List<RunningService> inReach) {
        return candidates.stream().filter(pid -> inReach.stream().noneMatch(one -> one.pid() == pid))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .map(each -> new OutOfReach(each.pid(), RunningService.hasThisNetwork(each.pid()),
                        each.info().user().orElse("an unknown user"), System.getProperty("user.name"))).toList();
    }
}
