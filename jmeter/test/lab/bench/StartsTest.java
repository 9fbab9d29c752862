package lab.bench;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.FutureTask;
import lab.TemporaryFolder;
import lab.bench.BenchResults.Start;
import testing.Await;
import testing.Test;

/** Starts of a script that stands in for run.sh: what is timed, in which order, and that each one is stopped. */
class StartsTest implements AutoCloseable {
    /** Says that it is ready, and notes that it was told to end. */
    private static final String SERVES = """
            #!/bin/bash
            trap 'echo "$1" >> "${0%/*}/stopped"; exit 0' TERM
            echo "service two ready at http://127.0.0.1:2 (pid 2)"
            echo "service one ready at http://127.0.0.1:1 ($1, pid 1)"
            while :; do sleep 0.01; done
            """;
    /** Never says that service one is ready. */
    private static final String HANGS = SERVES.replaceFirst("(?m)^echo \"service one.*\\n", "");

    private final TemporaryFolder folder = new TemporaryFolder();

    StartsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private Starts starts(String script) throws IOException {
        Path file = Files.writeString(folder.path().resolve("run.sh"), script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new Starts(folder.path(), folder.path());
    }

    private List<String> stopped() throws IOException {
        return Files.readAllLines(folder.path().resolve("stopped"));
    }

    @Test
    void eachRoundBeginsWithAnotherModeAndEachStartIsStopped() throws Exception {
        Starts starts = starts(SERVES);
        starts.run(List.of("pool", "loom"), 2);
        List<String> order = List.of("pool", "loom", "loom", "pool");
        assertEquals(order, starts.starts().stream().map(Start::mode).toList(), "in turn");
        assertEquals(order, stopped(), "stopped by SIGTERM, before the next one begins");
        assertTrue(starts.starts().stream().allMatch(start -> start.seconds() > 0), "times: " + starts.starts());
    }

    @Test
    void oneThatCannotSaysWhy() throws Exception {
        Starts starts = starts("#!/bin/bash\necho 'service one: port 8082 is in use' >&2\nexit 2\n");
        String why = assertThrows(ProgramFailure.class, () -> starts.run(List.of("loom"), 3)).getMessage();
        assertContains("run.sh loom exited with code 2; its last words: service one: port 8082 is in use", why);
        assertEquals(List.of(), starts.starts());
    }

    @Test
    void aStartThatIsInterruptedIsStoppedInOrder() throws Exception {
        Starts starts = starts(HANGS);
        FutureTask<Boolean> interrupted = new FutureTask<>(() -> {
            assertThrows(InterruptedException.class, () -> starts.run(List.of("async"), 1));
            return Thread.interrupted();
        });
        Thread thread = Thread.ofPlatform().start(interrupted);
        Path log = folder.path().resolve("start-async-0.log");
        Await.until("the script has said something", () -> Files.exists(log) && Files.size(log) > 0);
        thread.interrupt();
        interrupted.get();
        assertEquals(List.of("async"), stopped(), "it has removed what it had made");
    }
}
