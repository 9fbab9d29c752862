package experiment.machine;

import experiment.statistics.Compilation;
import experiment.statistics.Contention;
import experiment.statistics.MachineUsage;
import experiment.statistics.Usage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Reads, whenever it is told to, what the three programs of a run and the whole machine have used until then, and tells
 * what they used between two moments. Owns its readings; used by the runner's thread.
 */
public final class UsageMeter {
    /** The programs of a run. */
    public enum Part { SERVICE_ONE, SERVICE_TWO, GENERATOR }

    /** All of it at one moment; CPU seconds are counted since each program's start, or the machine's. */
    private record Snapshot(long millis, double[] cpu, Kernel.Cpu machine, long listenOverflows,
            CpuQuota.Periods quota, double cpuPressure, double memoryPressure, RuntimeThreads.Reading runtime) {
    }

    private static final Path PROC = Path.of("/proc");

    private final List<Program> programs;      // in the order of their parts
    private final CpuQuota quota;
    private final RuntimeThreads runtime = new RuntimeThreads(PROC);
    private final List<Snapshot> snapshots = new ArrayList<>();
    private List<Footprint> footprints;

    public UsageMeter(Program serviceOne, Program serviceTwo, Program generator) {
        programs = List.of(serviceOne, serviceTwo, generator);
        quota = CpuQuota.of(PROC, Path.of("/sys/fs/cgroup"), programs.stream()
                .flatMap(program -> program.processes().stream()).map(ProcessHandle::pid).toList());
    }

    /** Takes a reading. @return its time, in milliseconds since 1970, as in JMeter's samples */
    public long read() {
        long now = System.currentTimeMillis();
        Kernel.Cpu machine = Kernel.cpu();      // first: it is compared with the time that has passed
        double[] cpu = programs.stream().mapToDouble(Program::cpuSeconds).toArray();
        snapshots.add(new Snapshot(now, cpu, machine, Kernel.listenOverflows(), quota.read(),
                Pressure.seconds(PROC, "cpu"), Pressure.seconds(PROC, "memory"), runtime.read(programs.getFirst())));
        return now;
    }

    /** Reads what the programs hold now, which is what {@link #usage} tells. */
    public void readFootprints() {
        footprints = programs.stream().map(Program::footprint).toList();
    }

    public List<Long> times() {
        return snapshots.stream().map(Snapshot::millis).toList();
    }

    /** CPU seconds between two moments. */
    public double cpu(Part part, long from, long to) {
        return between(snapshot -> snapshot.cpu()[part.ordinal()], from, to);
    }

    public Usage usage(Part part, long from, long to) {
        Footprint held = footprints.get(part.ordinal());
        return new Usage(cpu(part, from, to), cpu(part, from, from + (to - from) / 2), held.rss(), held.threads(),
                held.files(), held.fileLimit());
    }

    public MachineUsage machine(long from, long to) {
        double before = at(Snapshot::listenOverflows, from);
        double after = at(Snapshot::listenOverflows, to);
        return new MachineUsage(Runtime.getRuntime().availableProcessors(), between(s -> s.machine().busy(), from, to),
                between(s -> s.machine().stolen(), from, to), before < 0 ? -1 : Math.round(after - before),
                contention(from, to));
    }

    private Contention contention(long from, long to) {
        double seconds = (to - from) / 1e3;
        return new Contention(between(s -> s.quota().all(), from, to), between(s -> s.quota().throttled(), from, to),
                between(Snapshot::cpuPressure, from, to) / seconds,
                between(Snapshot::memoryPressure, from, to) / seconds);
    }

    /** CPU seconds of the compiler of service one's JVM between two moments. */
    public double compiler(long from, long to) {
        return between(snapshot -> snapshot.runtime().compiler(), from, to);
    }

    /** The same of its garbage collector. */
    public double collector(long from, long to) {
        return between(snapshot -> snapshot.runtime().collector(), from, to);
    }

    public Compilation compilation(long from, long to) {
        long middle = from + (to - from) / 2;
        return new Compilation(compiler(from, to), collector(from, to), longestWait(from, middle),
                longestWait(middle, to));
    }

    /**
     * The share of a time in which a compiler thread had no core, of the one that waited longest; NaN without any. A
     * wait that goes on is known as exactly as the readings are in time, so it may seem a little longer than all of it.
     */
    private double longestWait(long from, long to) {
        double longest = snapshots.getLast().runtime().waited().keySet().stream()
                .mapToDouble(thread -> between(snapshot -> snapshot.runtime().waited(thread), from, to))
                .max().orElse(Double.NaN);
        return Math.min(1, longest / ((to - from) / 1e3));
    }

    private double between(ToDoubleFunction<Snapshot> value, long from, long to) {
        return at(value, to) - at(value, from);
    }

    /** The value at a moment, on the straight line between the readings around it. */
    private double at(ToDoubleFunction<Snapshot> value, long millis) {
        Snapshot before = snapshots.getFirst();
        for (Snapshot snapshot : snapshots) {
            if (snapshot.millis() >= millis) {
                double share = snapshot.millis() == before.millis() ? 1
                        : Math.max(0, (double) (millis - before.millis()) / (snapshot.millis() - before.millis()));
                return value.applyAsDouble(before)
                        + share * (value.applyAsDouble(snapshot) - value.applyAsDouble(before));
            }
            before = snapshot;
        }
        return value.applyAsDouble(before);
    }
}
