package lab.run;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import lab.WithFolder;
import load.install.FileTree;
import testing.Test;

/** What the kernel says of a JVM's own threads, from a doctored /proc. */
class RuntimeThreadsTest extends WithFolder {
    private static final List<Long> JVM = List.of(77L);

    private final RuntimeThreads threads = new RuntimeThreads(folder);

    /** @param state S: it sleeps; R: it is ready to run, or runs */
    private String thread(int id, String name, char state, double ran, double waited) throws IOException {
        String path = "77/task/" + id + "/";
        write(path + "comm", name + "\n");
        write(path + "stat", id + " (C2 (R) x) " + state + " 1 1 0\n");
        write(path + "schedstat", Math.round(1e9 * ran) + " " + Math.round(1e9 * waited) + " 9\n");
        return folder.resolve(path).toString();
    }

    @Test
    void compilerAndCollectorAreToldByTheirNames() throws Exception {
        thread(77, "java", 'S', 100, 100);
        String c2 = thread(78, "C2 CompilerThre", 'S', 2, 3);
        String c1 = thread(79, "C1 CompilerThre", 'S', 0.5, 0.25);
        thread(80, "GC Thread#0", 'S', 0.125, 0);
        thread(81, "G1 Conc#0", 'S', 0.25, 0);
        thread(82, "VM Thread", 'S', 1, 0);
        thread(83, "pool-1-thread-1", 'S', 50, 50);
        RuntimeThreads.Reading reading = threads.read(JVM, 0);
        assertEquals(2.5, threads.used(List.of()).compiler(), "CPU seconds of both compilers");
        assertEquals(1.375, reading.collector(), "CPU seconds of the collector");
        assertEquals(List.of(3.0, 0.25, 0.0), List.of(reading.waited(c2), reading.waited(c1), reading.waited("later")));
    }

    /** The kernel adds a wait to its account when the thread gets a core: with a thousand others, after seconds. */
    @Test
    void aWaitThatGoesOnIsCountedAndWhatAnEndedThreadUsedIsKept() throws Exception {
        String c2 = thread(78, "C2 CompilerThre", 'S', 2, 3);
        assertEquals(3.0, threads.read(JVM, 100).waited(c2));
        thread(78, "C2 CompilerThre", 'R', 2, 3);
        assertEquals(3.0, threads.read(JVM, 150).waited(c2), "it slept, and may have become ready just now");
        assertEquals(3.0 + 4, threads.read(JVM, 154).waited(c2), "ready since then, and no further");
        thread(78, "C2 CompilerThre", 'R', 2.5, 9);
        assertEquals(9.0, threads.read(JVM, 156).waited(c2), "as the kernel tells it in the end");
        thread(78, "C2 CompilerThre", 'S', 2.5, 9);
        assertEquals(9.0, threads.read(JVM, 160).waited(c2), "it sleeps: it has nothing to do");
        thread(78, "C2 CompilerThre", 'R', 2.5, 9);
        threads.read(JVM, 170);
        FileTree.delete(folder.resolve("77/task/78"));
        assertEquals(9.0, threads.read(JVM, 180).waited(c2), "one that has ended does not go on waiting");
        assertEquals(2.5, threads.used(List.of()).compiler(), "else time would run backwards");
    }

    @Test
    void aProgramThatIsNoJvmTellsNothing() throws Exception {
        thread(77, "nginx", 'R', 1, 1);
        assertEquals(Double.NaN, threads.read(JVM, 0).collector());
        assertEquals(Double.NaN, threads.used(List.of()).compiler());
        assertEquals(Double.NaN, threads.read(List.of(1L), 0).collector(), "nor does one that has ended");
    }
}
