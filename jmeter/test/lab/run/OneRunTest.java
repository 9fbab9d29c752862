package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.io.HostPort;
import experiment.Experiment;
import experiment.Prediction;
import experiment.Run;
import experiment.SentArrivals;
import lab.Doctored;
import load.ControlPort;
import load.Stats;
import load.install.JmeterHome;
import machine.HeapProbe;
import machine.Series;
import process.Child.ProgramFailure;
import testing.TemporaryFolder;
import testing.Test;

/** The figures of a run, from what its programs have recorded. */
class OneRunTest extends TemporaryFolder {
    private static final long T = 1_700_000_000_000L;
    private static final String HEAD = "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,"
            + "threadName,TESTSTART.MS\n";
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);
    private static final Run.Sample SAMPLE = new Run.Sample(2, "{}");

    private static String row(String label, long start, long elapsed, boolean good, int thread) {
        return T + start + "," + elapsed + "," + label + (good ? ",200,OK,true," : ",503,Busy,false,") + ",Arrivals 1-"
                + thread + "," + (T - 1_000) + "\n";
    }

    private double cpuAtTheEnd = 13;

    private OneRun run() {
        return new OneRun(new Installation(new JmeterHome(folder, "5.6.3"), Places.onThisMachine(folder), Map.of()),
                folder, new RunObserver(), new LinkedHashSet<>());
    }

    private static Stats.Two two(long info) {
        return new Stats.Two("two", 0, 0, 0, Map.of("info", info));
    }

    private Run.Measurement measured(String options, String... rows) throws Exception {
        return measured(options, Optional.empty(), rows);
    }

    private Run.Measurement measured(String options, Optional<HostPort> serviceTwo, String... rows) throws Exception {
        Experiment experiment = Doctored.experiment("seconds = 2\ncontender.a = loom\n" + options);
        Slot all = Slot.all(experiment, Policy.CLASS).getFirst();
        Path jtl = write("jtl", HEAD + String.join("", rows));
        RunningServiceTwo two = new RunningServiceTwo(serviceTwo.orElse(NOBODY), null);
        two.readings.add(T, two(10));
        two.readings.add(T + 2_000, two(14));
        Series<Double> allocated = new Series<>();
        allocated.add(T, 1_000.0);
        allocated.add(T + 2_000, 5_000.0);
        Observed observed = new Observed(T, T + 2_000, Meters.of(new double[] {T, 10, 2},
                new double[] {T + 1_000, 11, 2.5}, new double[] {T + 2_000, cpuAtTheEnd, 2.75}),
                new HeapProbe(Optional.empty(), 77, allocated), Run.Jvm.NONE, SAMPLE, two,
                new Generator(List.of(), jtl, new ControlPort(), null));
        return run().measurement(all, jtl, new Run.WarmUp(9, 1, ""), observed);
    }

    @Test
    void eachFigureOfTheWindowStandsInItsPlace() throws Exception {
        Run.Measurement m = measured("users = 2\npath = /elsewhere\ndeadline = 150ms", row("GET", -500, 400, true, 1),
                row("GET", 0, 100, true, 1), row("GET", 0, 200, true, 2), row("GET", 1_000, 100, false, 1));
        assertEquals(List.of(2.0, 2L, 1L, 1L), List.of(m.seconds(), m.requests().answered(), m.requests().failed(),
                m.requests().inTime()));
        assertEquals(List.of(3.0, 1.0), List.of(m.serviceOne().cpuSeconds(), m.serviceOne().firstHalfSeconds()));
        assertEquals(List.of(9.0, 18.0), List.of(m.generator().cpuSeconds(), m.machine().busySeconds()));
        assertEquals(List.of(0.75, 0.5), List.of(m.compilation().compilerSeconds(),
                m.compilation().firstHalfSeconds()));
        assertEquals(new Run.Costs(1.5, 4_000, 77, false), m.costs());
        assertEquals(new Run.Work(Map.of("info", 4.0), 0, 0, SAMPLE), m.work());
        assertEquals(List.of(Run.Jvm.NONE, new Run.WarmUp(9, 1, ""), new Run.Elsewhere(false, List.of())),
                List.of(m.jvm(), m.warmUp(), m.elsewhere()));
        assertEquals(List.of(1.0, 2.0), m.ticks().stream().map(Run.Tick::at).toList());
        assertEquals(null, m.beside());
        assertEquals(SentArrivals.NONE, m.requests().arrivals());
        assertEquals(true, measured("users = 2\npath = /elsewhere", Optional.of(new HostPort("192.0.2.1", 1)),
                row("GET", 0, 100, true, 1)).elsewhere().serviceTwo());
    }

    @Test
    void whoHasIgnoredItsEndedChildrenHasNoCpuTime() throws Exception {
        cpuAtTheEnd = Double.NaN;
        Run.Measurement m = measured("users = 2\npath = /elsewhere", row("GET", 0, 100, true, 1));
        assertEquals(List.of(Double.NaN, 1.0), List.of(m.serviceOne().cpuSeconds(), m.serviceOne().firstHalfSeconds()));
        assertEquals(new Run.Costs(Double.NaN, 4_000, 77, true), m.costs());
    }

    @Test
    void aWindowOfWavesIsCutToAnEvenNumberOfThem() throws Exception {
        // 2 users and 500 ms in flight: four waves in two seconds; 900 ms: one pair of waves
        Run.Measurement four = measured("users = 2\npath = /wait-async", row("GET", 0, 500, true, 1),
                row("GET", 0, 500, true, 2));
        assertEquals(2.0, four.seconds());
        assertEquals(1.8, measured("users = 2\npath = /wait-async", row("GET", 0, 900, true, 1),
                row("GET", 0, 900, true, 2)).seconds());
    }

    @Test
    void aSecondLoadHasItsOwnRequestsAndBothHaveTheirSchedules() throws Exception {
        Run.Measurement m = measured("rate = 5\npath = /elsewhere\nbeside-path = /rpc\nbeside-rate = 3",
                row("GET", 0, 100, true, 1), row(SecondLoad.LABEL, 0, 30, true, 11),
                row(SecondLoad.LABEL, 100, 40, true, 12), row(SecondLoad.LABEL, 100, 50, false, 13));
        assertEquals(List.of(1L, 0L), List.of(m.requests().answered(), m.requests().failed()));
        Run.Beside beside = m.beside();
        assertEquals(List.of("/rpc", 2.0, 2L, 1L), List.of(beside.load().path(), beside.seconds(),
                beside.requests().answered(), beside.requests().failed()));
        assertEquals(3.0, beside.predicted().throughput());
        assertEquals(Prediction.NONE.throughput(), Double.NaN);
    }

    @Test
    void anOpenLoopsArrivalsAreComparedWithItsSchedule() throws Exception {
        Experiment experiment = Doctored.experiment("seconds = 2\nrate = 5\npath = /elsewhere\ncontender.a = loom");
        Slot slot = Slot.all(experiment, Policy.CLASS).getFirst();
        SentArrivals.Schedule schedule = slot.arrivals(slot.load());
        Random random = new Random(schedule.seed());
        long[] millis = random.doubles((int) (schedule.rate() * schedule.seconds())).map(share -> share
                * schedule.seconds()).sorted().mapToLong(second -> Math.round(1e3 * second)).toArray();
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            rows.add(row("GET", millis[i] - 1_000, 1, true, i + 1));
        }
        SentArrivals arrivals = measured("rate = 5\npath = /elsewhere", rows.toArray(String[]::new)).requests()
                .arrivals();
        long due = LongStream.of(millis).filter(each -> each >= 1_000 && each < 3_000).count();
        assertEquals(List.of(due, due, 0L, 0.0), List.of(arrivals.asked(), arrivals.made(), arrivals.missing(),
                arrivals.worstLate()));
    }

    @Test
    void aWindowWithoutARequestIsNoMeasurement() throws Exception {
        assertThrows(ProgramFailure.class, () -> measured("users = 2\npath = /elsewhere",
                row("GET", -500, 400, true, 1)));
        assertEquals(1L, measured("users = 2\npath = /elsewhere", row("GET", 0, 400, false, 1)).requests().failed());
    }
}
