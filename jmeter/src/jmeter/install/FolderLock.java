package jmeter.install;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to fill a folder, which one process at a time has; others wait. Held by one thread of a process, until
 * closed. A process that dies gives it up.
 */
public final class FolderLock implements Closeable {
    private final FileChannel file;

    private FolderLock(FileChannel file) {
        this.file = file;
    }

    public static FolderLock of(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            file.lock();
            return new FolderLock(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();      // and the lock with it
    }
}
