package experiment.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Compresses files. Stateless. */
final class Gzip {
    /** Puts FILE.gz in the place of FILE, where that exists. */
    static void replace(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(file.resolveSibling(file.getFileName() + ".gz")))) {
            Files.copy(file, out);
        }
        Files.delete(file);
    }
}
