package process;

import module java.base;
import common.commandline.Tool;

/**
 * Lets a user run only one experiment at a time on a machine. The operating system releases the lock when the process
 * ends. The file stays.
 *
 * <p>Each user has a lock file, because in a shared folder, somebody could replace the file with a link.
 */
public record MachineLock(Path home, Path repository) {
    private static final int MOST_BYTES = 200;

    public static MachineLock ofUser() {
        return new MachineLock(Path.of(System.getProperty("user.home")), Tool.repository());
    }

    /** The exception's message names the process that holds the lock. */
    public Closeable acquire(String experiment) throws IOException {
        FileChannel channel = open();
        if (channel.tryLock() == null) {
            String holder = holder(channel);
            channel.close();
            throw new IOException("another experiment is running on this machine (" + holder
                    + "), and two would disturb each other: try again when it has ended");
        }
        String holder = experiment + ", pid " + ProcessHandle.current().pid() + "\n";
        channel.write(StandardCharsets.UTF_8.encode(holder), 0);      // the end of a longer, older text may remain
        return channel;
    }

    /**
     * The experiment and pid of the process that is measuring now. The lock's holder must not call this: on POSIX,
     * closing a second channel to the file would release the lock.
     */
    public Optional<String> holder() throws IOException {
        try (FileChannel channel = open()) {
            return channel.tryLock() == null ? Optional.of(holder(channel)) : Optional.empty();
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(MOST_BYTES);
        channel.read(start, 0);
        return StandardCharsets.UTF_8.decode(start.flip()).toString().lines().findFirst()
                .orElse("it has just begun");
    }

    /** Without a writable home, the lock is in the checkout. */
    private FileChannel open() throws IOException {
        try {
            return open(home.resolve(".cache/service-one"));
        } catch (IOException e) {
            return open(repository.resolve("jmeter/home"));
        }
    }

    private static FileChannel open(Path folder) throws IOException {
        if (!folder.isAbsolute()) {
            throw new IOException("not a home: " + folder);      // user.home is "?" for a user without a passwd entry
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        Path name = Path.of("/proc/sys/kernel/hostname");      // several machines may share a home
        String machine = Files.isReadable(name) ? Files.readString(name).strip() : "";
        return FileChannel.open(folder.resolve("compare-" + machine + ".lock"),
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }
}
