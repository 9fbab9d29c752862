package experiment.machine;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import process.Java;
import testing.Test;

/** One experiment at a time, seen from a second process. */
class MachineLockTest implements AutoCloseable {
    private final Path file;

    MachineLockTest() throws Exception {
        file = Files.createTempFile("machine", ".lock");
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Takes the lock in a JVM of its own: a lock is between processes. */
    public static void main(String[] arguments) throws Exception {
        MachineLock lock = MachineLock.take(Path.of(arguments[0]), "other");
        try (lock) {
            System.out.println("taken");
        }
    }

    private String takeElsewhere() throws Exception {
        List<String> command =
                Java.command("-cp", System.getProperty("java.class.path"), MachineLockTest.class.getName(),
                file.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void aSecondOneIsToldWhoHoldsItUntilItIsFree() throws Exception {
        MachineLock lock = MachineLock.take(file, "tour");
        try (lock) {
            assertContains("IOException: another experiment runs on this machine (tour, pid "
                    + ProcessHandle.current().pid() + ")", takeElsewhere());      // not usage: nothing was typed wrong
        }
        assertEquals("taken", takeElsewhere().strip(), "after it was given back");
    }
}
