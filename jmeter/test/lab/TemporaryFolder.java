package lab;

import module java.base;
import load.install.FileTree;

public record TemporaryFolder(Path path) implements AutoCloseable {
    public TemporaryFolder() throws IOException {
        this(Files.createTempDirectory("test"));
    }

    /** Tries for ten seconds, because a killed program's child processes may still write or delete files. */
    @Override
    public void close() throws IOException {
        for (long start = System.nanoTime(); Files.exists(path); ) {
            try {
                FileTree.delete(path);
            } catch (IOException | UncheckedIOException e) {
                if (System.nanoTime() - start > 10_000_000_000L) {
                    throw e;
                }
            }
        }
    }
}
