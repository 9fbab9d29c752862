package lab.run;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import lab.TemporaryFolder;
import load.install.FileTree;
import testing.Test;

/** What the kernel says of a JVM's own threads, from a doctored /proc. */
class RuntimeThreadsTest implements AutoCloseable {
    private static final long PID = 77;

    private final TemporaryFolder proc = new TemporaryFolder();
    private final RuntimeThreads threads = new RuntimeThreads(proc.path());

    RuntimeThreadsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        proc.close();
    }

    private Path thread(int id, String name, double ran, double waited) throws IOException {
        Path folder = Files.createDirectories(proc.path().resolve(PID + "/task/" + id));
        Files.writeString(folder.resolve("comm"), name + "\n");
        state(id, 'S');
        Files.writeString(folder.resolve("schedstat"), Math.round(1e9 * ran) + " " + Math.round(1e9 * waited) + " 9\n");
        return folder;
    }

    private void state(int id, char state) throws IOException {
        Files.writeString(proc.path().resolve(PID + "/task/" + id + "/stat"), id + " (C2 (R) x) " + state + " 1 1 0\n");
    }

    /** The kernel adds a wait to its account when the thread gets a core: with a thousand others, after seconds. */
    @Test
    void aWaitThatGoesOnIsCounted() throws Exception {
        String c2 = thread(78, "C2 CompilerThre", 2, 3).toString();
        assertEquals(3.0, threads.read(List.of(PID), 100).waited(c2));
        state(78, 'R');
        assertEquals(3.0, threads.read(List.of(PID), 150).waited(c2), "it slept, and may have become ready just now");
        assertEquals(3.0 + 4, threads.read(List.of(PID), 154).waited(c2), "ready since then, and no further");
        thread(78, "C2 CompilerThre", 2.5, 9);
        assertEquals(9.0, threads.read(List.of(PID), 156).waited(c2), "as the kernel tells it in the end");
        assertEquals(9.0, threads.read(List.of(PID), 160).waited(c2), "it sleeps: it has nothing to do");
    }

    @Test
    void compilerAndCollectorAreToldByTheirNames() throws Exception {
        thread(77, "java", 100, 100);
        Path c2 = thread(78, "C2 CompilerThre", 2, 3);
        Path c1 = thread(79, "C1 CompilerThre", 0.5, 0.25);
        thread(80, "GC Thread#0", 0.125, 0);
        thread(81, "G1 Conc#0", 0.25, 0);
        thread(82, "VM Thread", 1, 0);
        thread(83, "pool-1-thread-1", 50, 50);
        RuntimeThreads.Reading reading = threads.read(List.of(PID), 0);
        assertEquals(2.5, threads.used(List.of()).compiler(), "CPU seconds of both compilers");
        assertEquals(1.375, reading.collector(), "CPU seconds of the collector");
        assertEquals(3.0, reading.waited(c2.toString()));
        assertEquals(0.25, reading.waited(c1.toString()));
        assertEquals(0.0, reading.waited("a thread that was not there yet"));
    }

    @Test
    void whatAThreadHadUsedIsKeptWhenItHasEnded() throws Exception {
        Path extra = thread(78, "C2 CompilerThre", 2, 3);
        thread(79, "C2 CompilerThre", 1, 0);
        state(78, 'R');
        threads.read(List.of(PID), 0);
        FileTree.delete(extra);
        assertEquals(3.0, threads.read(List.of(PID), 50).waited(extra.toString()), "nor does it go on waiting");
        assertEquals(3.0, threads.used(List.of()).compiler(), "else time would run backwards");
    }

    @Test
    void aProgramThatIsNoJvmTellsNothing() throws Exception {
        thread(77, "nginx", 1, 1);
        assertEquals(Double.NaN, threads.read(List.of(PID), 0).collector());
        assertEquals(Double.NaN, threads.used(List.of()).compiler());
        assertEquals(Double.NaN, threads.read(List.of(1L), 0).collector(), "nor does one that has ended");
    }
}
