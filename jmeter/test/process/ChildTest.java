package process;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void closingEndsIt() throws Exception {
        start("sleep 1000");
        ProcessHandle process = child.processes().getFirst();
        child.close();
        assertEquals(false, process.isAlive());
    }
}
