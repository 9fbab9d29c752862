package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import common.process.Child;
import common.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import lab.judge.Run.Compilation;
import lab.judge.Run.Jvm;
import testing.Await;
import testing.Test;

/** What can be learned of another process from outside: of a JVM, and of a program that is none. */
class ProbesTest implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ProbesTest.class.getName());
    private static final int VIRTUAL_THREADS = 57;
    private static final double WORK_SECONDS = 0.2;
    private static final double TICK_SECONDS = 0.01;

    private final Path log;
    private Child child;      // null until a test has started one

    ProbesTest() throws Exception {
        log = Files.createTempFile("probes", ".log");
    }

    @Override
    public void close() throws IOException {
        if (child != null) {
            child.close();
        }
        Files.deleteIfExists(log);
    }

    /**
     * A JVM with virtual threads that wait and a heap of a known least size; computes a while before it says that it is
     * ready.
     */
    public static void main(String[] arguments) throws Exception {
        byte[] kept = new byte[8 << 20];
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            Thread.ofVirtual().start(() -> sleep(kept));
        }
        long end = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos()
                + (long) (WORK_SECONDS * 1e9);
        while (ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() < end) {
            Thread.onSpinWait();
        }
        System.out.println("ready at http://127.0.0.1:1");
        sleep(kept);
    }

    private static void sleep(byte[] kept) {
        try {
            Thread.sleep(1_000_000 + kept.length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aJvmTellsOfItselfAndTheKernelOfIt() throws Exception {
        child = Child.start("jvm", Executables.javaCommand("-Xmx64m", "-cp", System.getProperty("java.class.path"),
                ProbesTest.class.getName()), log);
        child.awaitAddress(60);
        checkKernel(child.processes(), child.pid());
        checkMeter();
        try (JvmProbe probe = JvmProbe.open(child.processes())) {
            long before = probe.allocated();
            assertTrue(before > 8 << 20, "8 MiB by main, and a little: " + before);
            assertTrue(probe.allocated() > before, "answering allocates something itself");
        }
        Jvm jvm = JvmProbe.ask(child.processes(), LOG);
        assertEquals((long) VIRTUAL_THREADS, jvm.virtualThreads(), "virtual threads");
        assertTrue(jvm.heapLive() > 8 << 20 && jvm.heapLive() < 40 << 20, "live heap of 8 MiB and a little: "
                + jvm.heapLive());
        assertTrue(jvm.heapMax() > 50 << 20 && jvm.heapMax() <= 64 << 20, "greatest heap: " + jvm.heapMax());
        assertEquals(System.getProperty("java.version"), jvm.version());
        assertTrue(jvm.compileQueue() >= 0, "methods that wait for the compiler: " + jvm.compileQueue());
    }

    private static void checkKernel(List<ProcessHandle> processes, long pid) {
        assertTrue(Kernel.cpuSeconds(processes) >= WORK_SECONDS, "CPU seconds: " + Kernel.cpuSeconds(processes));
        if (Kernel.isLinux()) {
            assertTrue(Kernel.hasJvm(pid), "is a JVM");
            Kernel.Modes modes = Kernel.modes(pid);
            assertTrue(modes.user() > 0 && modes.user() + modes.kernel() >= WORK_SECONDS - 2 * TICK_SECONDS,
                    "CPU seconds by mode: " + modes);
            Kernel.Footprint held = Kernel.footprint(processes);
            assertTrue(held.rss() > 8 << 20, "resident memory: " + held);
            assertTrue(held.threads() > 5, "threads: " + held);
            assertTrue(held.files() >= 3 && held.files() < held.fileLimit(), "files: " + held);
            assertTrue(Kernel.listenOverflows() >= 0, "listen overflows: " + Kernel.listenOverflows());
            assertTrue(Kernel.cpu().busy() > 0, "the machine's CPU seconds: " + Kernel.cpu());
        }
    }

    private void checkMeter() throws Exception {
        RunningServiceTwo two = new RunningServiceTwo(new HostPort("", 0), child);
        UsageMeter meter = new UsageMeter(child::processes, two, child::processes);
        long from = meter.read();
        Await.until("the clock has gone on", () -> System.currentTimeMillis() > from + 1);
        long to = meter.read();
        if (Files.exists(Path.of("/proc/self/schedstat"))) {
            RuntimeThreads threads = new RuntimeThreads(Path.of("/proc"));
            assertTrue(threads.read(child.processes()).waited().size() >= 2, "C1 and C2");
            assertTrue(threads.used(child.processes()).compiler() > 0, "their CPU time");
            Compilation compilation = meter.compilation(from, to);
            assertTrue(compilation.compilerSeconds() >= 0 && compilation.waited() >= 0, "known: " + compilation);
        }
        if (Files.exists(Path.of("/proc/pressure/cpu"))) {
            assertTrue(meter.machine(from, to).contention().cpuPressure() >= 0, "known: " + meter.machine(from, to));
        }
    }

    @Test
    void aProgramThatIsNoJvmIsNotAsked() throws Exception {
        child = Child.start("sleeper", List.of("sleep", "1000"), log);
        assertEquals(Jvm.NONE, JvmProbe.ask(child.processes(), LOG));
        assertThrows(IOException.class, () -> JvmProbe.open(child.processes()));
        child.checkAlive();
    }

    @Test
    void ofAProcessThatHasEndedNothingIsKnown() throws Exception {
        child = Child.start("short", List.of("true"), log);
        ProcessHandle process = child.processes().getFirst();
        assertTrue(child.awaitExit(30_000), "it has ended");
        assertEquals(true, Double.isNaN(Kernel.cpuSeconds(List.of(process))), "CPU time");
        assertEquals(new Kernel.Footprint(-1, -1, -1, -1), Kernel.footprint(List.of(process)));
        assertEquals(true, Double.isNaN(Kernel.modes(process.pid()).user()), "CPU time by mode");
    }

    @Test
    void methodsThatWaitForTheCompilerAreCountedInBothQueues() {
        assertEquals(3L, JvmProbe.queued("""
                Current compiles:
                C2 CompilerThread0        987  420       4       java.lang.String::indexOf (60 bytes)

                C1 compile queue:
                       988  422  s    3       java.util.HashMap::get (23 bytes)
                       988  423     n 0       java.lang.Object::hashCode (native)   (static)

                C2 compile queue:
                       989  424 %     4       experiment.Loop::run @ 4 (60 bytes)
                """));
        assertEquals(0L, JvmProbe.queued("C1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n"));
    }
}
