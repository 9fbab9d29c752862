package load.install;

import module java.base;

public final class FileTree {
    private FileTree() {
    }

    public static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Its files in order; none if there is no such folder. */
    public static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /**
     * Waits for the folder's lock, and holds it until the channel is closed. A process that already holds the lock
     * gets an exception.
     */
    public static FileChannel lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            return channel;
        } catch (IOException | OverlappingFileLockException e) {
            channel.close();
            throw e;
        }
    }
}
