package look;

import module java.base;
import common.settings.Defaults;
import process.RunningService;

/** Chooses the service one that a command looks at, or another JVM. */
final class Choice {
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
            return "pid " + pid + ": " + why();
        }

        private String why() {
            if (!hasThisNetwork) {
                return "it has another network, as a container does: look from inside";
            }
            if (!user.equals(self)) {
                return "it is " + user + "'s: only that user can look";
            }
            return "it is not ready, or does not answer";
        }
    }

    /**
     * If several match, the one on the default port counts.
     *
     * @param pid  of any JVM; 0 if not given
     * @param port 0 if not given
     * @throws IOException if none matches, or if several match and none is on the default port
     */
    static RunningService of(long pid, int port) throws IOException, InterruptedException {
        List<Long> candidates = RunningService.candidates();
        if (pid != 0 && port == 0 && !candidates.contains(pid)) {
            return any(pid);
        }
        List<RunningService> all = RunningService.among(candidates);
        return among(all, outOfReach(candidates, all), pid, port);
    }

    private static RunningService any(long pid) throws IOException {
        try {
            return RunningService.attach(pid);
        } catch (IOException e) {
            String why = ProcessHandle.of(pid).isPresent()
                    ? "it is no JVM of yours that answers jcmd" : "no process has this pid";
            throw new IOException("--pid " + pid + ": " + why, e);
        }
    }

    static RunningService among(List<RunningService> all, List<OutOfReach> outOfReach, long pid,
            int port)
            throws IOException {
        String others = listed("\nout of reach:", outOfReach);
        if (all.isEmpty()) {
            throw new IOException("no service one is "
                    + (outOfReach.isEmpty() ? "running" : "in reach")
                    + "; start one in another terminal: ./run.sh loom" + others);
        }
        List<RunningService> meant = all.stream()
                .filter(each -> pid == 0 || each.pid() == pid)
                .filter(each -> port == 0 || each.port() == port).toList();
        if (meant.isEmpty()) {
            throw new IOException(listed("no such service; running:", all) + others);
        }
        boolean isNamed = pid != 0 || port != 0;
        if (meant.size() == 1 && (isNamed || outOfReach.stream().noneMatch(OutOfReach::isHere))) {
            return meant.getFirst();
        }
        return meant.stream().filter(each -> each.port() == Defaults.PORT).findFirst()
                .orElseThrow(() ->
                new IOException(listed("which one? pass --pid or --port:", all) + others));
    }

    private static String listed(String title, List<?> all) {
        return all.stream().map(each -> "\n  " + each)
                .reduce(String::concat).map(title::concat).orElse("");
    }

    private static List<OutOfReach> outOfReach(List<Long> candidates,
            List<RunningService> inReach) {
        return candidates.stream()
                .filter(pid -> inReach.stream().noneMatch(one -> one.pid() == pid))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .map(Choice::outOfReach).toList();
    }

    private static OutOfReach outOfReach(ProcessHandle process) {
        return new OutOfReach(process.pid(), RunningService.hasThisNetwork(process.pid()),
                process.info().user().orElse("an unknown user"), System.getProperty("user.name"));
    }
}
