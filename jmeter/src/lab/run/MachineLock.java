package lab.run;

import common.commandline.Tool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Lets a user run one experiment at a time on a machine, whichever checkout it is from: two would measure each other. A
 * lock of the operating system, so that it is free again when its holder has ended, by SIGKILL too; the file itself
 * stays. Held by the thread that measures.
 *
 * <p>Users do not share it: where all may write, anybody may put a link in the file's place. The experiment of another
 * one is found as any program is that uses the machine meanwhile.
 */
public record MachineLock(FileChannel channel) implements AutoCloseable {
    private static final int LONGEST = 200;

    public static MachineLock take(String experiment) throws IOException {
        return take(Path.of(System.getProperty("user.home")), Tool.repository(), experiment);
    }

    /** @throws IOException where another process holds it; the message says which */
    static MachineLock take(Path home, Path repository, String experiment) throws IOException {
        FileChannel channel = open(home, repository);
        if (channel.tryLock() == null) {
            String holder = holder(channel);
            channel.close();
            throw new IOException("another experiment runs on this machine (" + holder
                    + "), and two at once would measure each other: try again when it has ended");
        }
        String holder = experiment + ", pid " + ProcessHandle.current().pid() + "\n";
        channel.write(StandardCharsets.UTF_8.encode(holder), 0);      // over the last one's, whose rest may follow
        return new MachineLock(channel);
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(LONGEST);
        channel.read(start, 0);
        return StandardCharsets.UTF_8.decode(start.flip()).toString().lines().findFirst().orElse("it has just begun");
    }

    /** Where there is no home that can be written to, those of one checkout at least keep out of each other's way. */
    private static FileChannel open(Path home, Path repository) throws IOException {
        try {
            return open(home.resolve(".cache/service-one"));
        } catch (IOException e) {
            return open(repository.resolve("jmeter/home"));
        }
    }

    private static FileChannel open(Path folder) throws IOException {
        if (!folder.isAbsolute()) {
            throw new IOException("nobody's home: " + folder);      // a "?" of the JVM's, for a user without a name
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        // Several machines may have one home.
        String machine = String.join("", Kernel.lines(Path.of("/proc/sys/kernel/hostname")));
        return FileChannel.open(folder.resolve("compare-" + machine + ".lock"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
