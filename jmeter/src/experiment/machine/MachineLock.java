package experiment.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Lets one experiment run at a time on a machine, whichever checkout it is from: two would measure each other. A lock
 * of the operating system, so that it is free again when its holder has ended, by SIGKILL too; the file itself stays.
 * Held by the thread that measures.
 */
public record MachineLock(FileChannel channel) implements AutoCloseable {
    public static MachineLock take(String experiment) throws IOException {
        return take(Path.of(System.getProperty("java.io.tmpdir"), "service-one-compare.lock"), experiment);
    }

    /** @throws IOException where another process holds it; the message says which */
    static MachineLock take(Path file, String experiment) throws IOException {
        FileChannel channel = open(file);
        if (channel.tryLock() == null) {
            String holder = Files.readString(file).strip();
            channel.close();
            throw new IOException("another experiment runs on this machine (" + holder
                    + "); two at once would measure each other");
        }
        channel.truncate(0);
        channel.write(StandardCharsets.UTF_8.encode(experiment + ", pid " + ProcessHandle.current().pid()), 0);
        return new MachineLock(channel);
    }

    /**
     * Readable and writable by all: the next experiment may be another user's. A file that another user has made is
     * opened without O_CREAT, which Linux refuses in a sticky folder like /tmp (fs.protected_regular).
     */
    private static FileChannel open(Path file) throws IOException {
        if (Files.exists(file)) {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        }
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.truncate(0);
        channel.close();
    }
}
