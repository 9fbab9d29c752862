package lab.report;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Where a report goes, which may be a folder that other people can write to: a link that somebody has put there in a
 * file's place is replaced, never followed, and so is a file that has a second name elsewhere. The old file is kept
 * until the new one is complete.
 */
record ReportFolder(Path path) {
    void write(String name, String text) throws IOException {
        Path unfinished = path.resolve("." + name + "." + ProcessHandle.current().pid());
        Files.deleteIfExists(unfinished);
        try {
            Files.writeString(unfinished, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(unfinished, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** @throws IOException also where the name is a link: what is in its folder is not ours to delete */
    ReportFolder folder(String name) throws IOException {
        Path folder = path.resolve(name);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.isSymbolicLink(folder)) {
                throw new IOException(folder + " is a link, and a report writes into folders of its own: remove it");
            }
            Files.createDirectory(folder);
        }
        return new ReportFolder(folder);
    }

    void delete(String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, pattern)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
