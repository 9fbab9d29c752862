package lab.run;

import java.nio.file.Path;
import java.util.List;
import lab.judge.Run.Compilation;
import lab.judge.Run.Contention;
import lab.judge.Run.MachineUsage;
import lab.judge.Run.Usage;

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
    private final ProgramClock clock;
    private final Series<Snapshot> snapshots = new Series<>(Snapshot::millis);
    /** Of service one alone, read more often. */
    private final Series<ProgramClock.Reading> serviceOne = new Series<>(ProgramClock.Reading::millis);
    private List<Footprint> footprints;

    public UsageMeter(Program serviceOne, Program serviceTwo, Program generator) {
        programs = List.of(serviceOne, serviceTwo, generator);
        clock = new ProgramClock(serviceOne, runtime);
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
        readServiceOne();
        return now;
    }

    /**
     * Reads what service one alone has used. Its work comes in groups where its users started together: on a straight
     * line through a whole second, one of them could be put on the wrong side of a window's edge.
     */
    public void readServiceOne() {
        serviceOne.add(clock.readAgain());
    }

    /** Reads what the programs hold now, which is what {@link #usage} tells. */
    public void readFootprints() {
        footprints = programs.stream().map(Program::footprint).toList();
    }

    public List<Long> times() {
        return snapshots.times();
    }

    /** CPU seconds between two moments. */
    public double cpu(Part part, long from, long to) {
        return part == Part.SERVICE_ONE ? serviceOne.between(ProgramClock.Reading::all, from, to)
                : snapshots.between(snapshot -> snapshot.cpu()[part.ordinal()], from, to);
    }

    /** Those of service one without its compiler's, where that is known. */
    public double cpuWithoutCompiler(long from, long to) {
        return serviceOne.between(ProgramClock.Reading::withoutCompiler, from, to);
    }

    public Usage usage(Part part, long from, long to) {
        Footprint held = footprints.get(part.ordinal());
        return new Usage(cpu(part, from, to), cpu(part, from, from + (to - from) / 2), held.rss(), held.threads(),
                held.files(), held.fileLimit());
    }

    public MachineUsage machine(long from, long to) {
        double before = snapshots.at(Snapshot::listenOverflows, from);
        double after = snapshots.at(Snapshot::listenOverflows, to);
        return new MachineUsage(Runtime.getRuntime().availableProcessors(),
                snapshots.between(s -> s.machine().busy(), from, to),
                snapshots.between(s -> s.machine().stolen(), from, to), before < 0 ? -1 : Math.round(after - before),
                contention(from, to));
    }

    private Contention contention(long from, long to) {
        double seconds = (to - from) / 1e3;
        return new Contention(snapshots.between(s -> s.quota().all(), from, to),
                snapshots.between(s -> s.quota().throttled(), from, to),
                snapshots.between(Snapshot::cpuPressure, from, to) / seconds,
                snapshots.between(Snapshot::memoryPressure, from, to) / seconds);
    }

    /** CPU seconds of the compiler of service one's JVM between two moments. */
    public double compiler(long from, long to) {
        return serviceOne.between(ProgramClock.Reading::compiler, from, to);
    }

    /** The same of its garbage collector. */
    public double collector(long from, long to) {
        return snapshots.between(snapshot -> snapshot.runtime().collector(), from, to);
    }

    public Compilation compilation(long from, long to) {
        long middle = from + (to - from) / 2;
        return new Compilation(compiler(from, to), compiler(from, middle), collector(from, to),
                longestWait(from, middle), longestWait(middle, to));
    }

    /**
     * The share of a time in which a compiler thread had no core, of the one that waited longest; NaN without any. A
     * wait that goes on is known as exactly as the readings are in time, so it may seem a little longer than all of it.
     */
    private double longestWait(long from, long to) {
        double longest = snapshots.last().runtime().waited().keySet().stream()
                .mapToDouble(thread -> snapshots.between(snapshot -> snapshot.runtime().waited(thread), from, to))
                .max().orElse(Double.NaN);
        return Math.min(1, longest / ((to - from) / 1e3));
    }
}
