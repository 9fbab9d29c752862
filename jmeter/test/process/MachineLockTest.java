package process;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class MachineLockTest extends TemporaryFolder {
    private final Path home = folder.resolve("home");
    private final Path repository = folder.resolve("repository");
    private final MachineLock lock = new MachineLock(home, repository);

    private static Path lockFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".lock")).findFirst().orElseThrow();
        }
    }

    @Test
    void theLockNamesItsHolderAndEndsWithIt() throws Exception {
        lock.acquire("an experiment with a longer name").close();
        try (Closeable _ = lock.acquire("tour")) {
            // tryLock throws this if its own JVM holds the lock
            assertThrows(OverlappingFileLockException.class, () -> lock.acquire("other"));
            assertEquals("tour, pid " + ProcessHandle.current().pid(), Files.readAllLines(lockFile(home)).getFirst());
        }
        assertEquals("rwx------", PosixFilePermissions.toString(
                Files.getPosixFilePermissions(lockFile(home).getParent())), "only the folder's owner has access");
        Path other = write("other", "somebody's");
        Path file = lockFile(home);
        Files.delete(file);
        Files.createSymbolicLink(file, other);
        lock.acquire("tour").close();
        assertEquals("somebody's", Files.readString(other), "a link in place of the lock file is not followed");
    }

    public static void main(String[] arguments) throws Exception {
        new MachineLock(Path.of(arguments[0]), Path.of(arguments[1])).acquire("other");
        System.out.println("ready at http://nowhere:1");
        Thread.sleep(1_000_000);
    }

    @Test
    void anotherProcessIsRefusedUntilTheHolderHasEnded() throws Exception {
        List<String> command = Executables.javaCommand("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), MachineLockTest.class.getName(), home.toString(),
                repository.toString());
        try (Child other = Child.start("other", command, folder.resolve("log"))) {
            other.awaitAddress(30);
            assertEquals(Optional.of("other, pid " + other.pid()), lock.holder());
            String refusal = assertThrows(IOException.class, () -> lock.acquire("tour"))
                    .getMessage();
            Words.assertSame("process", "the machine is locked", refusal.replace("" + other.pid(), "‹pid›"));
        }
        assertEquals(Optional.empty(), lock.holder());
        lock.acquire("tour").close();
    }

    /** Even root cannot write into a home that is a file. Java reports "?" as the home of a user without one. */
    @Test
    void withoutAHomeFolderTheLockIsInTheCheckout() throws Exception {
        for (Path noHome : List.of(Files.createFile(home), Path.of("?"))) {
            new MachineLock(noHome, repository).acquire("tour").close();
            assertContains("tour", Files.readString(lockFile(repository)));
            assertTrue(!Files.exists(Path.of("?")), "nothing in the current folder");
            Files.delete(lockFile(repository));
        }
    }
}
