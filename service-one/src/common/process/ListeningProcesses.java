package common.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which processes of this machine listen at a TCP port. */
public final class ListeningProcesses {
    private static final Path PROC = Path.of("/proc");
    /** Of a line in Linux's {@code /proc/net/tcp}. */
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";

    private ListeningProcesses() {
    }

    /** Only those that this user may look at; none where neither the kernel nor lsof tells. */
    public static List<ProcessHandle> at(int port) throws InterruptedException {
        try {
            Set<String> sockets = new HashSet<>(sockets(PROC.resolve("net/tcp"), port));
            sockets.addAll(sockets(PROC.resolve("net/tcp6"), port));
            return ProcessHandle.allProcesses().filter(process -> holdsOne(process, sockets)).toList();
        } catch (IOException e) {
            return byLsof(port);         // no Linux
        }
    }

    /** As the links in a process's folder {@code fd} name them. */
    private static List<String> sockets(Path table, int port) throws IOException {
        String end = String.format(":%04X", port);
        try (Stream<String> lines = Files.lines(table)) {
            return lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields[LOCAL_ADDRESS].endsWith(end) && fields[STATE].equals(LISTENS))
                    .map(fields -> "socket:[" + fields[INODE] + "]").toList();
        } catch (NoSuchFileException e) {
            if (table.endsWith("tcp6")) {
                return List.of();        // a kernel without IPv6
            }
            throw e;
        }
    }

    private static boolean holdsOne(ProcessHandle process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors =
                Files.newDirectoryStream(PROC.resolve(Long.toString(process.pid())).resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (target(descriptor).filter(sockets::contains).isPresent()) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;                // it has ended, or is another user's
        }
    }

    private static Optional<String> target(Path descriptor) {
        try {
            return Optional.of(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException e) {
            return Optional.empty();     // closed meanwhile
        }
    }

    private static List<ProcessHandle> byLsof(int port) throws InterruptedException {
        List<ProcessHandle> processes = new ArrayList<>();
        Child.outputOf("lsof", "-nP", "-iTCP:" + port, "-sTCP:LISTEN", "-t").lines()
                .forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(processes::add));
        return processes;
    }
}
