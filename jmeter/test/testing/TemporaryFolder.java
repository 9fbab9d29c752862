package testing;

import module java.base;
import load.install.FileTree;

/** The superclass of test classes that need a folder. */
public class TemporaryFolder implements AutoCloseable {
    protected final Path folder;

    public TemporaryFolder() {
        try {
            folder = Files.createTempDirectory("test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return folder;
    }

    public Path write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Tries for ten seconds, because a killed program's child processes may still write or delete files. */
    @Override
    public void close() throws IOException {
        for (long start = System.nanoTime(); Files.exists(folder); ) {
            try {
                FileTree.delete(folder);
            } catch (IOException | UncheckedIOException e) {
                if (System.nanoTime() - start > 10_000_000_000L) {
                    throw e;
                }
            }
        }
    }
}
