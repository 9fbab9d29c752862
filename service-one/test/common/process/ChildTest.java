package common.process;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import testing.Await;
import testing.Test;

/** What a run learns of the programs that it starts. */
class ChildTest implements AutoCloseable {
    private final Path log;
    private Child child;

    ChildTest() throws Exception {
        log = Files.createTempFile("child", ".log");
    }

    private Child start(String script) throws Exception {
        child = Child.start("mine", List.of("sh", "-c", script), log);
        return child;
    }

    @Override
    public void close() throws IOException {
        child.close();
        Files.deleteIfExists(log);
    }

    @Test
    void readyIsWhatItSays() throws Exception {
        start("echo starting; echo 'service one ready at http://127.0.0.1:1234 (loom, pid 1)'; sleep 1000");
        assertEquals("127.0.0.1:1234", child.awaitAddress(30));
        child.checkAlive();
    }

    @Test
    void deathTellsCodeAndLastWords() throws Exception {
        start("for i in 1 2 3; do echo line $i; done; echo 'port in use' >&2; exit 2");
        ProgramFailure failure = assertThrows(ProgramFailure.class, () -> child.awaitAddress(30));
        assertEquals("mine exited with code 2; its last words: line 2 / line 3 / port in use", failure.getMessage());
    }

    @Test
    void deathBySignalIsSaid() throws Exception {
        start("kill -9 $$");
        ProgramFailure failure = assertThrows(ProgramFailure.class, () -> child.awaitAddress(30));
        assertContains("mine was ended by signal 9", failure.getMessage());
    }

    @Test
    void silenceIsNotWaitedForWithoutEnd() throws Exception {
        start("echo hello; sleep 1000");
        Await.until("it has spoken", () -> Files.size(log) > 0);
        ProgramFailure failure = assertThrows(ProgramFailure.class, () -> child.awaitAddress(0));
        assertContains("mine was not ready within 0 s", failure.getMessage());
    }

    @Test
    void anOpenPortIsAwaited() throws Exception {
        start("sleep 1000");
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            child.awaitPort("127.0.0.1", socket.getLocalPort(), 30);
        }
        ProgramFailure failure = assertThrows(ProgramFailure.class, () -> child.awaitPort("127.0.0.1", 1, 0));
        assertContains("mine did not open port 1 within 0 s", failure.getMessage());
    }

    @Test
    void ctrlCDoesNotEndOneThatIgnoresIt() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "kill -INT $$; echo still here; exit 3");
        child = Child.startIgnoringInterrupt("mine", builder, log, lines::add);
        assertEquals(3, child.exitCode());
        assertEquals(List.of("still here"), lines);
    }

    @Test
    void whatItSaysIsHeardWithTheDiskFull() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        child = Child.startIgnoringInterrupt("mine", new ProcessBuilder("sh", "-c", "echo one; echo two"),
                Path.of("/dev/full"), lines::add);
        assertEquals(0, child.exitCode());
        assertEquals(List.of("one", "two"), lines);
    }

    @Test
    void runsAProgramToItsEnd() throws Exception {
        start("sleep 1000");
        assertEquals(7, Child.run(new ProcessBuilder("sh", "-c", "exit 7")));
        assertEquals("said", Child.outputOf("sh", "-c", "echo said"));
        assertEquals("", Child.outputOf("sh", "-c", "echo said; exit 1"), "it failed");
        assertEquals("", Child.outputOf("no-such-program-anywhere"), "there is none");
    }

    @Test
    void closingEndsIt() throws Exception {
        start("sleep 1000");
        ProcessHandle process = child.processes().getFirst();
        child.close();
        assertEquals(false, process.isAlive());
    }
}
