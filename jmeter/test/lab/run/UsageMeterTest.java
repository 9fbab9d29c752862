package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Run;
import lab.run.UsageMeter.Part;
import load.Stats;
import machine.Kernel.CpuQuota.Periods;
import machine.Kernel;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import process.Time;
import testing.Test;

class UsageMeterTest {
    private static final List<ProcessHandle> SELF = List.of(ProcessHandle.current());

    private static void add(UsageMeter meter, long millis, double cpu, long overflows, double collector,
            double waited) {
        meter.add(millis, new UsageMeter.Snapshot(new double[] {7 * cpu, 2 * cpu, 3 * cpu},
                new Kernel.Cpu(8 * cpu, cpu / 4), overflows, new Periods(10 * cpu, 5 * cpu), cpu / 5, cpu / 10,
                new RuntimeThreads.Reading(collector, Map.of("C1", waited / 2, "C2", waited))));
        meter.add(new Used(millis, cpu, cpu / 2, cpu / 4, false));
    }

    private static void report(RunningServiceTwo two, long from, long to, long cpuMillis) {
        two.readings.add(from, new Stats.Two("two", 0, 0, 0, Map.of()));
        two.readings.add(to, new Stats.Two("two", cpuMillis, 0, 0, Map.of()));
    }

    @Test
    void aWindowsUsageIsTheDifferenceOfItsEdges() {
        RunningServiceTwo two = new RunningServiceTwo(null, null);
        report(two, 1_000, 3_000, 8_000);
        UsageMeter meter = new UsageMeter(() -> SELF, two, () -> SELF, Time.REAL);
        add(meter, 1_000, 100, 5, 1, 10);
        add(meter, 2_000, 101, 6, 1.1, 10.2);
        add(meter, 3_000, 104, 8, 1.5, 10.9);
        meter.readFootprints();
        assertEquals(List.of(1_000L, 2_000L, 3_000L), meter.times());
        assertEquals(List.of(4.0, 8.0, 12.0), Stream.of(Part.values()).map(part -> meter.cpu(part, 1_000, 3_000))
                .toList(), "service one's has its own readings");
        Run.Usage used = meter.usage(Part.SERVICE_ONE, 1_000, 3_000);
        assertEquals(List.of(4.0, 1.0), List.of(used.cpuSeconds(), used.firstHalfSeconds()));
        assertEquals(List.of(-1L, -1L), List.of(meter.usage(Part.SERVICE_TWO, 1_000, 3_000).rss(),
                meter.usage(Part.SERVICE_TWO, 1_000, 3_000).threads()), "no process");
        assertTrue(Files.notExists(Path.of("/proc/self/stat")) || used.rss() > 0 && used.threads() > 0
                && used.files() > 0 && used.fileLimit() > 0, "" + used);
        assertEquals(2.0, meter.kernel(1_000, 3_000));
        assertEquals(new Run.MachineUsage(Runtime.getRuntime().availableProcessors(), 32, 1, 3, new Run.Contention(40,
                20, rounded(0.8 / 2), rounded(0.4 / 2))), rounded(meter.machine(1_000, 3_000)));
        Run.Compilation compilation = meter.compilation(1_000, 3_000);
        assertEquals(List.of(1.0, 0.25, 0.5, 0.2, 0.7), DoubleStream.of(compilation.compilerSeconds(),
                compilation.firstHalfSeconds(), compilation.collectorSeconds(), compilation.waitedFirst(),
                compilation.waitedSecond()).map(UsageMeterTest::rounded).boxed().toList());
        meter.add(new Used(4_000, Double.NaN, 0, Double.NaN, false));
        add(meter, 5_000, 110, -1, 2, 30);
        assertEquals(1.0, meter.compilation(3_000, 5_000).waitedFirst(), "at most all of the time");
        assertEquals(5.0, new Used(0, 5, 1, Double.NaN, false).withoutCompiler(), "without a compiler");
        assertEquals(3.0, new Used(0, 5, 1, 2, false).withoutCompiler());
        UsageMeter unknown = new UsageMeter(List::of, new RunningServiceTwo(null, null), List::of, Time.REAL);
        add(unknown, 1_000, 1, -1, 1, 1);
        add(unknown, 2_000, 2, -1, 1, 1);
        assertEquals(-1L, unknown.machine(1_000, 2_000).listenOverflows());
        UsageMeter lost = new UsageMeter(List::of, new RunningServiceTwo(null, null), List::of, Time.REAL);
        add(lost, 1_000, 1, 5, 1, 1);
        add(lost, 2_000, 2, -1, 1, 1);
        assertEquals(-1L, lost.machine(1_000, 2_000).listenOverflows(), "unknown at the end");
    }

    private static double rounded(double value) {
        return Math.round(1e6 * value) / 1e6;
    }

    private static Run.MachineUsage rounded(Run.MachineUsage usage) {
        Run.Contention contention = usage.contention();
        return new Run.MachineUsage(usage.cores(), rounded(usage.busySeconds()), rounded(usage.stolenSeconds()),
                usage.listenOverflows(), new Run.Contention(rounded(contention.periods()),
                rounded(contention.throttledPeriods()), rounded(contention.cpuPressure()),
                rounded(contention.memoryPressure())));
    }

    @Test
    void usageBetweenTwoReadingsIsKnownIfTheKernelReportsIt() throws Exception {
        RunningServiceTwo two = new RunningServiceTwo(null, null);
        UsageMeter meter = new UsageMeter(() -> SELF, two, () -> SELF, Time.REAL);
        long from = meter.read();
        double end = Kernel.REAL.cpuTime(SELF).all() + 0.02;
        while (Kernel.REAL.cpuTime(SELF).all() < end) {
            Thread.onSpinWait();
        }
        long to = meter.read();
        report(two, from, to, 7_000);
        // Service one is read a little later than the times in from and to, so a part of the 20 ms may be lost.
        assertTrue(meter.cpu(Part.SERVICE_ONE, from, to) >= 0.01, "service one");
        assertTrue(meter.cpu(Part.GENERATOR, from, to) >= 0.01, "generator");
        assertEquals(7.0, meter.cpu(Part.SERVICE_TWO, from, to), "it reports its own CPU time");
        Run.Compilation compilation = meter.compilation(from, to);
        assertTrue(!Files.exists(Path.of("/proc/self/schedstat")) || compilation.compilerSeconds() >= 0
                && compilation.waited() >= 0 && compilation.collectorSeconds() >= 0, compilation.toString());
    }
}
