package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

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
    private Child child;

    ProbesTest() throws Exception {
        log = Files.createTempFile("probes", ".log");
    }

    @Override
    public void close() throws IOException {
        child.close();
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

    private void startJvm() throws Exception {
        child = Child.start("jvm", Executables.javaCommand("-Xmx64m", "-cp", System.getProperty("java.class.path"),
                ProbesTest.class.getName()), log);
        child.awaitAddress(60);
    }

    @Test
    void aJvmTellsHeapAndVirtualThreads() throws Exception {
        startJvm();
        Jvm jvm = JvmProbe.ask(child.processes(), LOG);
        assertEquals((long) VIRTUAL_THREADS, jvm.virtualThreads(), "virtual threads");
        assertTrue(jvm.heapLive() > 8 << 20 && jvm.heapLive() < 40 << 20, "live heap of 8 MiB and a little: "
                + jvm.heapLive());
        assertTrue(jvm.heapMax() > 50 << 20 && jvm.heapMax() <= 64 << 20, "greatest heap: " + jvm.heapMax());
        assertEquals(System.getProperty("java.version"), jvm.version());
        assertTrue(jvm.compileQueue() >= 0, "methods that wait for the compiler: " + jvm.compileQueue());
    }

    @Test
    void theKernelTellsOfAJvmsCompiler() throws Exception {
        startJvm();
        RuntimeThreads.Reading reading = new RuntimeThreads(Path.of("/proc")).read(new LocalProgram(child));
        boolean tells = Files.exists(Path.of("/proc/self/schedstat"));
        assertEquals(tells, reading.compiler() > 0 && reading.waited().size() >= 2,
                "CPU time of C1 and C2: " + reading);
    }

    @Test
    void aMeterTellsOfCompilerAndMachine() throws Exception {
        startJvm();
        Program program = new LocalProgram(child);
        UsageMeter meter = new UsageMeter(program, program, program);
        long from = meter.read();
        Await.until("the clock has gone on", () -> System.currentTimeMillis() > from + 1);
        long to = meter.read();
        if (Files.exists(Path.of("/proc/self/schedstat"))) {
            Compilation compilation = meter.compilation(from, to);
            assertTrue(compilation.compilerSeconds() >= 0 && compilation.waited() >= 0, "known: " + compilation);
        }
        if (Files.exists(Path.of("/proc/pressure/cpu"))) {
            assertTrue(meter.machine(from, to).contention().cpuPressure() >= 0, "known: " + meter.machine(from, to));
        }
    }

    @Test
    void aJvmTellsWhatItHasAllocated() throws Exception {
        startJvm();
        try (AllocationMeter meter = AllocationMeter.open(child.processes())) {
            long before = meter.bytes();
            assertTrue(before > 8 << 20, "8 MiB by main, and a little: " + before);
            assertTrue(meter.bytes() > before, "answering allocates something itself");
        }
    }

    @Test
    void theKernelTellsCpuTimeMemoryThreadsAndFiles() throws Exception {
        startJvm();
        ProcessHandle process = child.processes().getFirst();
        assertTrue(CpuClock.seconds(process) >= WORK_SECONDS, "CPU seconds: " + CpuClock.seconds(process));
        if (Kernel.isLinux()) {
            long pid = process.pid();
            assertTrue(Kernel.hasJvm(pid), "is a JVM");
            Kernel.Modes modes = Kernel.modes(pid);
            assertTrue(modes.user() > 0 && modes.user() + modes.kernel() >= WORK_SECONDS - 2 * TICK_SECONDS,
                    "CPU seconds by mode: " + modes);
            assertTrue(Kernel.rss(pid) > 8 << 20, "resident memory: " + Kernel.rss(pid));
            assertTrue(Kernel.threads(pid) > 5, "threads: " + Kernel.threads(pid));
            assertTrue(Kernel.openFiles(pid) >= 3 && Kernel.openFiles(pid) < Kernel.fileLimit(pid), "files: "
                    + Kernel.openFiles(pid));
            assertTrue(Kernel.listenOverflows() >= 0, "listen overflows: " + Kernel.listenOverflows());
            assertTrue(Kernel.cpu().busy() > 0, "the machine's CPU seconds: " + Kernel.cpu());
        }
    }

    @Test
    void aProgramThatIsNoJvmIsNotAsked() throws Exception {
        child = Child.start("sleeper", List.of("sleep", "1000"), log);
        assertEquals(Jvm.NONE, JvmProbe.ask(child.processes(), LOG));
        assertThrows(IOException.class, () -> AllocationMeter.open(child.processes()));
        child.checkAlive();
    }

    @Test
    void ofAProcessThatHasEndedNothingIsKnown() throws Exception {
        child = Child.start("short", List.of("true"), log);
        ProcessHandle process = child.processes().getFirst();
        assertTrue(child.awaitExit(30_000), "it has ended");
        assertEquals(true, Double.isNaN(CpuClock.seconds(process)), "CPU time");
        assertEquals(-1L, Kernel.rss(process.pid()));
        assertEquals(true, Double.isNaN(Kernel.modes(process.pid()).user()), "CPU time by mode");
        assertEquals(-1L, Kernel.openFiles(process.pid()));
    }
}
