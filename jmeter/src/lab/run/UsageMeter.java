package lab.run;

import module java.base;
import experiment.Run.Compilation;
import experiment.Run.Contention;
import experiment.Run.MachineUsage;
import experiment.Run.Usage;
import machine.Kernel;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import machine.Series;
import process.Time;

/** What a run's three programs and the machine have used. All moments are in milliseconds since 1970. */
final class UsageMeter {
    enum Part { SERVICE_ONE, SERVICE_TWO, GENERATOR }

    /** CPU times are in seconds since the start of the program, or of the machine. */
    record Snapshot(double[] cpu, Kernel.Cpu machine, long listenOverflows, Kernel.CpuQuota.Periods quota,
            double cpuPressure, double memoryPressure, RuntimeThreads.Reading runtime) {
    }

    private final List<Supplier<List<ProcessHandle>>> programs;
    private final RunningServiceTwo serviceTwo;
    private final Time time;
    private final Kernel.CpuQuota quota;
    private final RuntimeThreads runtime = new RuntimeThreads(Kernel.REAL);
    private final Series<Snapshot> snapshots = new Series<>();
    private final Series<Used> serviceOne = new Series<>();
    private List<Kernel.Footprint> footprints;

    UsageMeter(Supplier<List<ProcessHandle>> serviceOne, RunningServiceTwo serviceTwo,
            Supplier<List<ProcessHandle>> generator, Time time) {
        this.serviceTwo = serviceTwo;
        this.time = time;
        programs = List.of(serviceOne, serviceTwo::processes, generator);
        quota = Kernel.CpuQuota.of(Kernel.REAL, Path.of("/sys/fs/cgroup"), programs.stream()
                .flatMap(program -> program.get().stream()).toList());
    }

    /** @return the time of the reading */
    long read() {
        long now = time.millis();
        Kernel.Cpu machine = Kernel.REAL.cpu(Runtime.getRuntime().availableProcessors());
        double[] cpu = programs.stream()
                .mapToDouble(program -> Kernel.REAL.cpuTime(program.get()).all())
                .toArray();
        add(now, new Snapshot(
                cpu,
                machine,
                Kernel.REAL.listenOverflows(),
                quota.read(),
                Kernel.REAL.pressure("cpu"),
                Kernel.REAL.pressure("memory"),
                runtime.read(programs.getFirst().get())));
        readServiceOne();
        return now;
    }

    void add(long millis, Snapshot snapshot) {
        snapshots.add(millis, snapshot);
    }

    /**
     * Called more often than {@link #read}. Users who started together cause bursts of work, and interpolation over a
     * second could move a burst into or out of the measured window.
     */
    void readServiceOne() {
        add(runtime.used(programs.getFirst().get(), time.millis()));
    }

    void add(Used used) {
        serviceOne.add(used.millis(), used);
    }

    void readFootprints() {
        footprints = programs.stream()
                .map(program -> Kernel.REAL.footprint(program.get()))
                .toList();
    }

    List<Long> times() {
        return List.copyOf(snapshots.all().keySet());
    }

    double cpu(Part part, long from, long to) {
        if (part == Part.SERVICE_ONE) {
            return serviceOne(Used::all, from, to);
        }
        if (part == Part.SERVICE_TWO && !serviceTwo.isChild()) {
            return serviceTwo.cpu(from, to);      // as it reports, because this machine's kernel may not know
        }
        return between(snapshot -> snapshot.cpu()[part.ordinal()], from, to);
    }

    private double between(ToDoubleFunction<Snapshot> figure, long from, long to) {
        return snapshots.between(figure, from, to);
    }

    double serviceOne(ToDoubleFunction<Used> kind, long from, long to) {
        return serviceOne.between(kind, from, to);
    }

    /** Whether service one's CPU time is unknown from some moment before this one on. */
    boolean losesChildren(long moment) {
        return serviceOne.at(used -> used.losesChildren() ? 1 : 0, moment) > 0;
    }

    double kernel(long from, long to) {
        return serviceOne(Used::kernel, from, to);
    }

    Usage usage(Part part, long from, long to) {
        Kernel.Footprint held = footprints.get(part.ordinal());
        double firstHalf = cpu(part, from, from + (to - from) / 2);
        return new Usage(
                cpu(part, from, to),
                firstHalf,
                held.rss(),
                held.threads(),
                held.files(),
                held.fileLimit());
    }

    MachineUsage machine(long from, long to) {
        return new MachineUsage(
                Runtime.getRuntime().availableProcessors(),
                between(each -> each.machine().busy(), from, to),
                between(each -> each.machine().stolen(), from, to),
                listenOverflows(from, to),
                contention(from, to));
    }

    private long listenOverflows(long from, long to) {
        double before = snapshots.at(Snapshot::listenOverflows, from);
        double after = snapshots.at(Snapshot::listenOverflows, to);
        return before < 0 || after < 0 ? -1 : Math.round(after - before);
    }

    private Contention contention(long from, long to) {
        double seconds = (to - from) / 1e3;
        return new Contention(
                between(each -> each.quota().all(), from, to),
                between(each -> each.quota().throttled(), from, to),
                between(Snapshot::cpuPressure, from, to) / seconds,
                between(Snapshot::memoryPressure, from, to) / seconds);
    }

    Compilation compilation(long from, long to) {
        long middle = from + (to - from) / 2;
        return new Compilation(
                serviceOne(Used::compiler, from, to),
                serviceOne(Used::compiler, from, middle),
                between(snapshot -> snapshot.runtime().collector(), from, to),
                longestWait(from, middle),
                longestWait(middle, to));
    }

    /**
     * The share of the time that a compiler thread waited for a core: the highest of all compiler threads, NaN if
     * there are none. The times of readings are not exact, so the quotient can exceed 1.
     */
    private double longestWait(long from, long to) {
        double longest = snapshots.all().lastEntry().getValue().runtime().waited().keySet().stream()
                .mapToDouble(thread -> between(each -> each.runtime().waited(thread), from, to))
                .max()
                .orElse(Double.NaN);
        return Math.min(1, longest / ((to - from) / 1e3));
    }
}
