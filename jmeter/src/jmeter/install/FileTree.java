package jmeter.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What {@link Files} lacks for folders with what is in them. No state, any thread. */
public final class FileTree {
    private FileTree() {
    }

    /** Deletes a file or a folder with everything in it; does nothing where there is none. */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        for (Path file : deepestFirst(root)) {
            Files.delete(file);
        }
    }

    private static List<Path> deepestFirst(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
