package process;

import module java.base;

public final class ListeningProcesses {
    private static final Path PROC = Path.of("/proc");
    /** Columns of Linux's {@code /proc/net/tcp}. */
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";

    private ListeningProcesses() {
    }

    /** Omits processes that this user may not inspect. */
    public static List<ProcessHandle> at(int port) throws InterruptedException {
        try {
            Set<String> sockets = new HashSet<>(sockets(PROC.resolve("net/tcp"), port));
            if (Files.exists(PROC.resolve("net/tcp6"))) {      // missing if the kernel has no IPv6
                sockets.addAll(sockets(PROC.resolve("net/tcp6"), port));
            }
            return ProcessHandle.allProcesses().filter(process -> holdsOne(process, sockets))
                    .toList();
        } catch (IOException e) {
            return byLsof(port);      // not Linux
        }
    }

    /** Names each socket like the links in {@code /proc/PID/fd}: {@code socket:[INODE]}. */
    private static List<String> sockets(Path table, int port) throws IOException {
        String end = String.format(":%04X", port);
        try (Stream<String> lines = Files.lines(table)) {
            return lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[LOCAL_ADDRESS].endsWith(end)
                            && fields[STATE].equals(LISTENS))
                    .map(fields -> "socket:[" + fields[INODE] + "]").toList();
        }
    }

    private static boolean holdsOne(ProcessHandle process, Set<String> sockets) {
        try (Stream<Path> descriptors = Files.list(PROC.resolve(Long.toString(process.pid()))
                .resolve("fd"))) {
            return descriptors.map(ListeningProcesses::target).anyMatch(sockets::contains);
        } catch (IOException | UncheckedIOException e) {
            return false;      // the process has ended or is another user's
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";      // closed in the meantime
        }
    }

    private static List<ProcessHandle> byLsof(int port) throws InterruptedException {
        return Child.outputOf("lsof", "-nP", "-iTCP:" + port, "-sTCP:LISTEN", "-t").lines()
                .map(Long::parseLong)
                .flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }
}
