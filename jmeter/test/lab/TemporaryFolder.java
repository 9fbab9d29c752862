package lab;

import module java.base;

public record TemporaryFolder(Path path) implements AutoCloseable {
    public TemporaryFolder() throws IOException {
        this(Files.createTempDirectory("test"));
    }

    /** Tries for ten seconds, because a killed program's child processes may still write or delete files. */
    @Override
    public void close() throws IOException {
        for (long start = System.nanoTime(); ; ) {
            try {
                delete();
                return;
            } catch (DirectoryNotEmptyException | UncheckedIOException e) {
                if (System.nanoTime() - start > 10_000_000_000L) {
                    throw e;
                }
            }
        }
    }

    private void delete() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
