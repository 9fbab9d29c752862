package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.process.Executables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import lab.TemporaryFolder;
import testing.Test;

/** One experiment at a time, seen from a second process. */
class MachineLockTest implements AutoCloseable {
    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path home = folder.path().resolve("home");
    private final Path repository = folder.path().resolve("repository");

    MachineLockTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    /** Takes the lock in a JVM of its own: a lock is between processes. */
    public static void main(String[] arguments) throws Exception {
        MachineLock lock = MachineLock.take(Path.of(arguments[0]), Path.of(arguments[1]), "other");
        try (lock) {
            System.out.println("taken");
        }
    }

    private String takeElsewhere() throws Exception {
        List<String> command =
                Executables.javaCommand("-cp", System.getProperty("java.class.path"), MachineLockTest.class.getName(),
                home.toString(), repository.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void aSecondOneIsToldWhoHoldsItUntilItIsFree() throws Exception {
        MachineLock.take(home, repository, "an experiment with a longer name").close();
        MachineLock lock = MachineLock.take(home, repository, "tour");
        try (lock) {
            assertContains("IOException: another experiment runs on this machine (tour, pid "
                    + ProcessHandle.current().pid() + ")", takeElsewhere());      // not usage: nothing was typed wrong
        }
        assertEquals("taken", takeElsewhere().strip(), "after it was given back");
    }

    @Test
    void onlyItsUserCanComeNearIt() throws Exception {
        MachineLock.take(home, repository, "tour").close();
        assertEquals("rwx------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(file(home).getParent())));
    }

    /** A home that is a file is one that nobody can write to, root neither. */
    @Test
    void withoutAHomeItLiesInTheCheckout() throws Exception {
        for (Path none : List.of(Files.createFile(home), Path.of("?"))) {
            MachineLock lock = MachineLock.take(none, repository, "tour");
            try (lock) {
                assertContains("tour", Files.readString(file(repository)));
            }
            assertTrue(!Files.exists(Path.of("?")), "nothing in the current folder");
            Files.delete(file(repository));
        }
    }

    @Test
    void followsNoLink() throws Exception {
        MachineLock.take(home, repository, "tour").close();
        Path other = Files.writeString(folder.path().resolve("other"), "somebody's");
        Path file = file(home);
        Files.delete(file);
        Files.createSymbolicLink(file, other);
        MachineLock.take(home, repository, "tour").close();
        assertEquals("somebody's", Files.readString(other));
    }

    private static Path file(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(file -> file.toString().endsWith(".lock")).findFirst().orElseThrow();
        }
    }
}
