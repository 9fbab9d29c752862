package lab.machine;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.machine.Kernel.CpuQuota.Periods;
import lab.machine.UsageMeter.Part;
import lab.results.Run;
import load.install.FileTree;
import process.Child;
import testing.TemporaryFolder;
import testing.Test;

/** What the kernel and living processes say. */
class MachineTest extends TemporaryFolder {
    private static final int MEBIBYTE = 1 << 20;
    private static final List<ProcessHandle> SELF = List.of(ProcessHandle.current());
    private static final List<Long> JVM = List.of(77L);

    private final RuntimeThreads threads = new RuntimeThreads(folder);

    @Test
    void throttlingCountsEachGroupOfTheProcessesOnce() throws Exception {
        Periods unknown = new Periods(Double.NaN, Double.NaN);
        Object[][] table = {
            {"cgroup version 2: the process's group and the groups above it", "0::/user.slice/run.scope",
                ".; user.slice 10 1; user.slice/run.scope 20 2; user.slice/other.scope 500 500", new Periods(30, 3)},
            {"version 1 has a folder for each controller", "4:memory:/elsewhere\n1:cpu,cpuacct:/run\n0::/",
                "cpu,cpuacct 0 0; cpu,cpuacct/run 40 5; memory/elsewhere 500 500; unified", new Periods(40, 5)},
            {"version 2 next to version 1", "0::/run", "unified/run 8 2", new Periods(8, 2)},
            {"Docker with version 1: the path is the host's, but the mount is the container's group",
                "3:cpu,cpuacct:/docker/0123abcd", "cpu,cpuacct 60 7", new Periods(60, 7)},
            {"the topmost group has no limit", "0::/", ".", unknown}, {"there are no groups", "", ".", unknown}};
        for (int i = 0; i < table.length; i++) {
            Object[] row = table[i];
            write(i + "/proc/77/cgroup", (String) row[1]);
            for (String stat : ((String) row[2]).split("; ")) {
                String[] words = stat.split(" ");
                write(i + "/cgroup/" + words[0] + "/cpu.stat", "usage_usec 900\n" + (words.length < 3 ? ""
                        : "nr_periods " + words[1] + "\nnr_throttled " + words[2] + "\nthrottled_usec 700\n"));
            }
            assertEquals(row[3], Kernel.CpuQuota.of(folder.resolve(i + "/proc"), folder.resolve(i + "/cgroup"),
                    List.of(77L, 77L)).read(), (String) row[0]);
        }
    }

    @Test
    void pressureIsTheTimeThatSomeTaskWaited() throws Exception {
        write("pressure/cpu", "some avg10=17.98 avg60=15.74 avg300=9.89 total=2500000\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        assertEquals(2.5, Kernel.pressure(folder, "cpu"));
        assertEquals(Double.NaN, Kernel.pressure(folder, "memory"), "the kernel has no such file");
    }

    @Test
    void compilerAndCollectorAreRecognizedByTheirThreadNames() throws Exception {
        assertEquals(Double.NaN, threads.readAll(JVM).collector(), "no JVM");
        String[] table = {"100 100 java", "2000 3000 C2 CompilerThre", "500 250 C1 CompilerThre", "125 0 GC Thread#0",
            "250 0 G1 Conc#0", "1000 0 VM Thread", "50 50 pool-1-thread-1"};      // milliseconds of CPU and of waiting
        for (int i = 0; i < table.length; i++) {
            String[] words = table[i].split(" ", 3);
            write("77/task/" + (77 + i) + "/comm", words[2] + "\n");
            write("77/task/" + (77 + i) + "/schedstat", words[0] + "000000 " + words[1] + "000000 9\n");
        }
        RuntimeThreads.Reading reading = threads.readAll(JVM);
        Path c2 = folder.resolve("77/task/78");
        assertEquals(2.5, threads.used(List.of(), 0).compiler(), "CPU seconds of both compilers");
        assertEquals(1.375, reading.collector(), "CPU seconds of the collector");
        assertEquals(Map.of(c2 + "", 3.0, folder.resolve("77/task/79") + "", 0.25), reading.waited());
        FileTree.delete(c2);
        assertEquals(reading, threads.readAll(JVM), "an ended thread keeps its figures");
        assertEquals(2.5, threads.used(List.of(), 0).compiler(), "CPU time must not decrease");
    }

    @Test
    void aProcessHasUsedCpuTimeAndHoldsMemoryThreadsAndFiles() throws Exception {
        double used = Kernel.cpuSeconds(Kernel.PROC, SELF);
        double reported = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
        // the JDK leaves out the children that other tests have started
        assertTrue(used > 0 && reported - used < 1 + 0.5 * used, "CPU seconds: " + used + ", the JDK says " + reported);
        if (Kernel.isLinux()) {
            Kernel.Footprint held = Kernel.footprint(Kernel.PROC, SELF);
            assertTrue(held.rss() > 16 << 20 && held.rss() < 16L << 30, "bytes of memory: " + held);
            assertTrue(held.threads() > 5 && held.files() >= 3 && held.files() < held.fileLimit(), held.toString());
            assertTrue(Kernel.listenOverflows(Kernel.PROC) >= 0 && !(Kernel.cpu(Kernel.PROC, Runtime.getRuntime().availableProcessors()).busy() < used), "" + Kernel.cpu(Kernel.PROC, Runtime.getRuntime().availableProcessors()));
        }
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertEquals(Double.NaN, Kernel.cpuSeconds(Kernel.PROC, List.of(ended.toHandle())));
        assertEquals(Double.NaN, Kernel.kernelSeconds(Kernel.PROC, List.of(ended.toHandle())));
        assertEquals(new Kernel.Footprint(-1, -1, -1, -1), Kernel.footprint(Kernel.PROC, List.of(ended.toHandle())));
        assertTrue(Kernel.cpuSeconds(Kernel.PROC, List.of(ended.toHandle(), SELF.getFirst())) > 0, "it does not hide the others");
    }

    /** A server that recycles its workers would look cheap without them. The shell says what its children used. */
    @Test
    void endedChildrenAreCounted() throws Exception {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", "for worker in 1 2 3; do "
                + "dd if=/dev/zero of=/dev/null bs=1 count=300000 2> /dev/null & wait; done\n"
                + "times\necho ready at http://127.0.0.1:1\nsleep 1000\n:");
        Path log = folder.resolve("log");
        try (Child server = Child.startGuarded("recycling", shell, 0, log)) {
            server.awaitAddress(60);
            double[] children = Stream.of(Files.readAllLines(log).get(1).split(" "))
                    .mapToDouble(time -> Double.parseDouble(time.replaceAll(".*m|s", ""))).toArray();
            double used = Kernel.cpuSeconds(Kernel.PROC, server.processes());
            double kernel = Kernel.kernelSeconds(Kernel.PROC, server.processes());
            String all = used + " s, kernel " + kernel + " s; children " + Arrays.toString(children);
            assertTrue(!Kernel.isLinux() || children[0] + children[1] > 0.15
                    && Math.abs(used - children[0] - children[1]) < 0.1 && Math.abs(kernel - children[1]) < 0.1, all);
        }
    }

    @Test
    void aJvmIsAskedForItsHeapThreadsAndAllocation() throws Exception {
        byte[] kept = new byte[8 * MEBIBYTE];
        CompletableFuture<Void> end = new CompletableFuture<>();
        List<Thread> waiting = IntStream.range(0, 57).mapToObj(_ -> Thread.ofVirtual().start(end::join)).toList();
        try (HeapProbe probe = HeapProbe.open(SELF)) {
            probe.read();
            assertEquals(Double.NaN, probe.allocated(0, Long.MAX_VALUE), "one reading is no difference");
            Thread.sleep(2);      // readings are a millisecond apart
            byte[] more = new byte[8 * MEBIBYTE];
            probe.read();
            assertTrue(probe.idle() > kept.length, "bytes of live heap: " + probe.idle());
            // The JDK misses a thread that is just ending: another test's may have allocated much in the first reading.
            for (int again = 0; again < 5 && probe.allocated(0, Long.MAX_VALUE) < more.length; again++) {
                Thread.sleep(2);
                probe.read();
            }
            assertTrue(probe.allocated(0, Long.MAX_VALUE) >= more.length, "bytes allocated");
            Run.Jvm jvm = JvmProbe.ask(SELF, System.getLogger(""));
            assertTrue(jvm.heapLive() > kept.length && jvm.heapLive() < jvm.heapMax(), "bytes of live heap: " + jvm);
            assertEquals(Runtime.getRuntime().maxMemory() / MEBIBYTE, jvm.heapMax() / MEBIBYTE, "MiB of heap");
            assertTrue(jvm.virtualThreads() >= waiting.size(), "threads: " + jvm);
            Reference.reachabilityFence(kept);
        }
        end.complete(null);
        try (Child sleeper = Child.start("sleeper", List.of("sleep", "1000"), folder.resolve("log"))) {
            assertEquals(Run.Jvm.NONE, JvmProbe.ask(sleeper.processes(), System.getLogger("")));
            assertEquals(Double.NaN, HeapProbe.open(sleeper.processes()).idle(), "not a JVM");
            assertThrows(IOException.class, () -> JvmProbe.open(sleeper.processes()));
            sleeper.checkAlive();
        }
    }

    @Test
    void usageBetweenTwoReadingsIsKnownIfTheKernelReportsIt() throws Exception {
        UsageMeter meter = new UsageMeter(() -> SELF, List::of, () -> SELF, Optional.of((_, _) -> 7), Time.REAL);
        long from = meter.read();
        for (double end = Kernel.cpuSeconds(Kernel.PROC, SELF) + 0.02; Kernel.cpuSeconds(Kernel.PROC, SELF) < end; ) {
            Thread.onSpinWait();
        }
        long to = meter.read();
        // Service one is read a little later than the times in from and to, so a part of the 20 ms may be lost.
        assertTrue(meter.cpu(Part.SERVICE_ONE, from, to) >= 0.01, "service one");
        assertTrue(meter.cpu(Part.GENERATOR, from, to) >= 0.01, "generator");
        assertEquals(7.0, meter.cpu(Part.SERVICE_TWO, from, to), "it reports its own CPU time");
        Run.Compilation compilation = meter.compilation(from, to);
        assertTrue(!Files.exists(Path.of("/proc/self/schedstat")) || compilation.compilerSeconds() >= 0
                && compilation.waited() >= 0 && compilation.collectorSeconds() >= 0, compilation.toString());
    }
}
