package doctor;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How much room files take. Immutable.
 *
 * @param bytes of their contents
 */
record Size(long bytes) {
    private static final double MEGABYTE = 1e6;

    static Size of(Path root) throws IOException {
        return without(root, List.of());
    }

    /** Of a file, or of all files in a folder, links followed, but for those below some of its folders. */
    static Size without(Path root, List<Path> leftOut) throws IOException {
        try (Stream<Path> files = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
            return new Size(files.filter(file -> leftOut.stream().noneMatch(file::startsWith))
                    .filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum());
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, bytes < 10 * MEGABYTE ? "%.1f MB" : "%.0f MB", bytes / MEGABYTE);
    }
}
