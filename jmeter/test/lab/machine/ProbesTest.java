package lab.machine;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import java.lang.management.ManagementFactory;
import lab.WithFolder;
import lab.results.Run.Jvm;
import process.Child;
import process.Executables;
import testing.Await;
import testing.Test;

class ProbesTest extends WithFolder {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void theFiguresOfAJvmArePlausible() throws Exception {
        JvmProbe probe = new JvmProbe("25", null, ManagementFactory.getPlatformMBeanServer());
        long before = probe.allocated();
        byte[] kept = new byte[8 * MEBIBYTE];
        CompletableFuture<Void> end = new CompletableFuture<>();
        List<Thread> waiting = IntStream.range(0, 57).mapToObj(_ -> Thread.ofVirtual().start(end::join)).toList();
        Jvm jvm = probe.figures();
        assertTrue(probe.allocated() - before >= kept.length, "bytes allocated: " + (probe.allocated() - before));
        assertTrue(jvm.virtualThreads() >= waiting.size(), "virtual threads: " + jvm);
        assertTrue(jvm.heapLive() > kept.length && jvm.heapLive() < jvm.heapMax(), "bytes of live heap: " + jvm);
        assertEquals(Runtime.getRuntime().maxMemory() / MEBIBYTE, jvm.heapMax() / MEBIBYTE, "maximum heap, in MiB");
        end.complete(null);
    }

    @Test
    void aProgramThatIsNotAJvmIsNotAsked() throws Exception {
        try (Child sleeper = Child.start("sleeper", List.of("sleep", "1000"), folder.resolve("log"))) {
            assertEquals(Jvm.NONE, JvmProbe.ask(sleeper.processes(), System.getLogger("")));
            assertThrows(IOException.class, () -> JvmProbe.open(sleeper.processes()));
            sleeper.checkAlive();
        }
    }

    /** A program for the next test. */
    static final class Allocating {
        public static void main(String[] arguments) throws InterruptedException {
            byte[] kept = new byte[8 * MEBIBYTE];
            System.out.println("ready at http://127.0.0.1:1");
            for (byte[] last = kept; last.length > 0; last = new byte[MEBIBYTE]) {
                Thread.sleep(1);
            }
            Reference.reachabilityFence(kept);
        }
    }

    @Test
    void aJvmIsAskedForItsLiveHeapAndForWhatItAllocates() throws Exception {
        List<String> command = Executables.javaCommand("-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), Allocating.class.getName());
        try (Child program = Child.start("allocating", command, folder.resolve("log"))) {
            program.awaitAddress(60);
            try (HeapProbe probe = HeapProbe.open(program.processes())) {
                assertTrue(probe.idle() > 8 * MEBIBYTE && probe.idle() < 32 * MEBIBYTE, "live: " + probe.idle());
                probe.read();
                assertEquals(Double.NaN, probe.allocated(0, Long.MAX_VALUE), "one reading is no difference");
                Await.until("64 MiB are allocated", () -> {
                    probe.read();
                    return probe.allocated(0, Long.MAX_VALUE) > 64 * MEBIBYTE;
                });
            }
        }
        assertEquals(Double.NaN, HeapProbe.open(List.of()).idle(), "there is no JVM");
    }

    @Test
    void valuesAreInterpolatedBetweenReadings() {
        Series<Double> series = new Series<>();
        // Of two readings at the same time, the first counts.
        double[][] readings = {{1_000, 2}, {2_000, 4}, {2_000, 9}, {2_100, 14}};
        for (double[] reading : readings) {
            series.add((long) reading[0], reading[1]);
        }
        double[][] expected = {{0, 2}, {1_000, 2}, {1_500, 3}, {2_000, 4}, {2_050, 9}, {2_100, 14}, {9_000, 14}};
        for (double[] each : expected) {
            assertEquals(each[1], series.at(value -> value, (long) each[0]), "at " + each[0]);
        }
        assertEquals(6.0, series.between(value -> value, 1_500, 2_050));
    }

    @Test
    void usageBetweenTwoReadingsIsKnownIfTheKernelReportsIt() throws Exception {
        Supplier<List<ProcessHandle>> self = () -> List.of(ProcessHandle.current());
        UsageMeter meter = new UsageMeter(self, List::of, self, Optional.of((_, _) -> 7));
        long from = meter.read();
        for (double end = Kernel.cpuSeconds(self.get()) + 0.02; Kernel.cpuSeconds(self.get()) < end; ) {
            Thread.onSpinWait();
        }
        long to = meter.read();
        meter.readFootprints();
        for (UsageMeter.Part part : List.of(UsageMeter.Part.SERVICE_ONE, UsageMeter.Part.GENERATOR)) {
            // Service one is read a little later than the times in from and to, so a part of the 20 ms may be lost.
            assertTrue(meter.usage(part, from, to).cpuSeconds() >= 0.01, part + ": " + meter.usage(part, from, to));
        }
        assertEquals(7.0, meter.cpu(UsageMeter.Part.SERVICE_TWO, from, to), "it reports its own CPU time");
        if (Files.exists(Path.of("/proc/self/schedstat"))) {
            assertTrue(meter.compilation(from, to).compilerSeconds() >= 0 && meter.compilation(from, to).waited() >= 0
                    && meter.compilation(from, to).collectorSeconds() >= 0, "" + meter.compilation(from, to));
        }
        if (Files.exists(Path.of("/proc/pressure/cpu"))) {
            assertTrue(meter.machine(from, to).contention().cpuPressure() >= 0, "" + meter.machine(from, to));
        }
    }
}
