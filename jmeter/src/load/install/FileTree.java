package load.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes folders with everything in them, and locks folders; {@link Files} can do neither. */
public final class FileTree {
    private FileTree() {
    }

    /** Deletes a file, or a folder with everything in it; does nothing if there is none. */
    public static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /**
     * Waits until no other process holds the folder's lock, then acquires it. Closing the channel releases it; so does
     * the end of the process. Only one thread of a process may call this.
     */
    public static FileChannel lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        return lockFile(folder.resolve("lock"));
    }

    /** Locks a file in the same way, and creates it if it does not exist. */
    public static FileChannel lockFile(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
