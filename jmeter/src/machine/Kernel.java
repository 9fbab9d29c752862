package machine;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import process.Time;

/**
 * Reads Linux's /proc, see proc(5). An unknown figure is NaN or -1.
 *
 * @param proc the folder
 */
public record Kernel(Path proc) {
    public static final Kernel REAL = new Kernel(Path.of("/proc"));
    /** USER_HZ is 100 on every architecture that a JDK 25 runs on. */
    private static final double TICKS_PER_SECOND = 100;
    private static final int STIME = 15;
    private static final int CUTIME = 16;
    private static final int CSTIME = 17;
    /** The ignored signals, a bit for each, beginning with signal 1. SIGCHLD is 17 wherever a JDK 25 runs. */
    private static final int IGNORED = 33;
    private static final long IGNORES_SIGCHLD = 1 << 16;
    private static final Pattern WAITED = Pattern.compile("some .*total=(\\d+)");

    /** CPU seconds of the whole machine since boot. NaN if this JVM may not use all cores. */
    public record Cpu(double busy, double stolen) {
    }

    /** @param usable the cores that this JVM may use */
    public Cpu cpu(int usable) {
        List<String> lines = lines(proc.resolve("stat"));
        long cores = lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
        if (cores != usable) {
            return new Cpu(Double.NaN, Double.NaN);
        }
        double[] ticks = Stream.of(lines.getFirst().split("\\s+")).skip(1)
                .mapToDouble(Double::parseDouble)
                .toArray();
        double busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
        return new Cpu(busy / TICKS_PER_SECOND, ticks[7] / TICKS_PER_SECOND);
    }

    /**
     * Waits, and returns the share of all cores that other processes or the hypervisor used meanwhile. NaN if unknown.
     */
    public static double shareOfOthers(long millis, Time time) throws InterruptedException {
        double before = othersSeconds();
        long begun = time.nanos();
        time.sleep(millis);
        double seconds = (time.nanos() - begun) / 1e9;
        double share = (othersSeconds() - before) / seconds
                / Runtime.getRuntime().availableProcessors();
        return Double.isNaN(share) ? Double.NaN : Math.clamp(share, 0, 1);
    }

    private static double othersSeconds() {
        Cpu machine = REAL.cpu(Runtime.getRuntime().availableProcessors());
        OperatingSystemMXBean own = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return machine.busy() + machine.stolen() - own.getProcessCpuTime() / 1e9;
    }

    /**
     * CPU seconds of a program's processes, including ended threads and the ended children that a process has waited
     * for. NaN if unknown.
     *
     * @param kernel the part in the kernel, in steps of a hundredth
     * @param losesChildren whether a process ignores SIGCHLD: then the kernel counts its ended children for nobody
     */
    public record CpuTime(
            double all,
            double kernel,
            boolean losesChildren) {
    }

    public CpuTime cpuTime(List<ProcessHandle> processes) {
        List<CpuTime> each = processes.stream().map(this::cpuTime).toList();
        return new CpuTime(sum(each, CpuTime::all), sum(each, CpuTime::kernel),
                each.stream().anyMatch(CpuTime::losesChildren));
    }

    /** A process may end meanwhile. Its parent then counts it, from the next reading on at the latest. */
    private static double sum(List<CpuTime> processes, ToDoubleFunction<CpuTime> seconds) {
        return processes.stream()
                .mapToDouble(seconds)
                .filter(Double::isFinite)
                .reduce(Double::sum).orElse(Double.NaN);
    }

    /** /proc/PID/stat alone would be too coarse for 20 requests per second. */
    private CpuTime cpuTime(ProcessHandle process) {
        double exact = CpuClock.seconds((int) process.pid());
        double own = !Double.isNaN(exact) ? exact : process.info().totalCpuDuration()
                .map(used -> used.toNanos() / 1e9)
                .orElse(Double.NaN);
        String stat = String.join("", lines(file(process.pid(), "stat")));
        if (stat.isEmpty()) {
            return new CpuTime(own, Double.NaN, false);
        }
        // The second field is a name in brackets, which may contain blanks and brackets.
        String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        IntToLongFunction field = number -> Long.parseLong(fromThird[number - 3]);
        long ofChildren = field.applyAsLong(CUTIME) + field.applyAsLong(CSTIME);
        long inKernel = field.applyAsLong(STIME) + field.applyAsLong(CSTIME);
        return new CpuTime(own + ofChildren / TICKS_PER_SECOND, inKernel / TICKS_PER_SECOND,
                (field.applyAsLong(IGNORED) & IGNORES_SIGCHLD) != 0);
    }

    /** A separate class, because its initialization prepares a native call. */
    private static final class CpuClock {
        /** The kernel's include/linux/posix-timers_types.h. */
        private static final int CPUCLOCK_SCHED = 2;
        private static final Optional<MethodHandle> CLOCK_GETTIME =
                "Linux".equals(System.getProperty("os.name")) ? find() : Optional.empty();

        @SuppressWarnings("restricted")      // run.sh allows it with --enable-native-access
        private static Optional<MethodHandle> find() {
            Linker linker = Linker.nativeLinker();
            MemoryLayout clockId = linker.canonicalLayouts().get("int");
            return linker.defaultLookup().find("clock_gettime")
                    .map(address -> linker.downcallHandle(address, FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, clockId, ValueLayout.ADDRESS)));
        }

        private static double seconds(int pid) {
            if (CLOCK_GETTIME.isEmpty()) {
                return Double.NaN;
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);      // timespec: seconds, nanoseconds
                int failed = (int) CLOCK_GETTIME.get().invokeExact(~pid << 3 | CPUCLOCK_SCHED, time);
                double seconds = time.getAtIndex(ValueLayout.JAVA_LONG, 0)
                        + time.getAtIndex(ValueLayout.JAVA_LONG, 1) / 1e9;
                return failed != 0 ? Double.NaN : seconds;
            } catch (Throwable e) {                            // declared by method handles, never thrown here
                throw new IllegalStateException("clock_gettime", e);
            }
        }
    }

    public long listenOverflows() {
        List<List<String>> lines = lines(proc.resolve("net/netstat")).stream()
                .filter(line -> line.startsWith("TcpExt:"))
                .map(line -> List.of(line.split(" ")))
                .toList();
        int column = lines.isEmpty() ? -1 : lines.getFirst().indexOf("ListenOverflows");
        return column < 0 ? -1 : Long.parseLong(lines.getLast().get(column));
    }

    /**
     * Seconds since boot in which some task waited for the resource (Documentation/accounting/psi.rst).
     *
     * @param resource cpu or memory
     */
    public double pressure(String resource) {
        return lines(proc.resolve("pressure").resolve(resource)).stream()
                .map(WAITED::matcher)
                .filter(Matcher::matches)
                .mapToDouble(total -> Long.parseLong(total.group(1)) / 1e6)
                .findFirst().orElse(Double.NaN);
    }

    /**
     * What a program's processes use. -1 means unknown.
     *
     * @param rss resident memory of all processes, in bytes
     * @param files the most open files of one process
     * @param fileLimit the largest limit on open files
     */
    public record Footprint(
            long rss,
            long threads,
            long files,
            long fileLimit) {
    }

    public Footprint footprint(List<ProcessHandle> processes) {
        return new Footprint(
                total(processes, Long::sum, pid -> 1024 * number(file(pid, "status"), "VmRSS:")),
                total(processes, Long::sum, pid -> number(file(pid, "status"), "Threads:")),
                total(processes, Math::max, this::openFiles),
                total(processes, Math::max, pid -> number(file(pid, "limits"), "Max open files")));
    }

    private static long total(List<ProcessHandle> processes, LongBinaryOperator both,
            LongUnaryOperator value) {
        return processes.stream()
                .mapToLong(process -> value.applyAsLong(process.pid()))
                .filter(known -> known >= 0)
                .reduce(both).orElse(-1);
    }

    /** The number behind a line's key; -1 if unknown. */
    public static long number(Path file, String key) {
        return lines(file).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip().split("\\s+")[0])
                .filter(word -> word.matches("\\d+"))
                .mapToLong(Long::parseLong)
                .findFirst().orElse(-1);
    }

    private long openFiles(long pid) {
        try (Stream<Path> files = Files.list(file(pid, "fd"))) {
            return files.count();
        } catch (IOException e) {
            return -1;                   // no /proc, no such process, or another user's
        }
    }

    Path file(long pid, String name) {
        return proc.resolve(pid + "/" + name);
    }

    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Throttling by control groups with a CPU limit. A group that has used up its quota stands still for the rest of
     * its period. Most periods last 100 ms. Reads cgroup versions 2 and 1 (the kernel's admin-guide/cgroup-v2.rst and
     * scheduler/sched-bwc.rst).
     *
     * @param files the cpu.stat of a process's group and of all groups above it
     */
    public record CpuQuota(List<Path> files) {
        private static final List<String> FOLDERS = List.of("", "unified", "cpu,cpuacct", "cpu", "cpuacct,cpu");

        /** Summed over the groups: periods in which a group ran, and throttled periods. */
        public record Periods(double all, double throttled) {
        }

        public static CpuQuota of(Kernel kernel, Path mount, List<ProcessHandle> processes) {
            Set<Path> files = new LinkedHashSet<>();
            processes.stream()
                    .flatMap(process -> lines(kernel.file(process.pid(), "cgroup")).stream())
                    .distinct()
                    .map(line -> line.split(":", 3))
                    .filter(group -> group[1].matches("|(.*,)?cpu(,.*)?"))
                    .forEach(group -> FOLDERS.forEach(name ->
                            addUpwards(mount.resolve(name), group[2], files)));
            return new CpuQuota(List.copyOf(files));
        }

        /** A container may see its group's path on the host, but have the group at the mount's root. */
        private static void addUpwards(Path folder, String group, Set<Path> files) {
            for (Path path = Path.of(group); path != null; path = path.getParent()) {
                Path file = Path.of(folder + "/" + path, "cpu.stat");
                if (number(file, "nr_periods") >= 0) {
                    files.add(file);
                }
            }
        }

        public Periods read() {
            return new Periods(sum("nr_periods"), sum("nr_throttled"));
        }

        private double sum(String key) {
            return files.stream()
                    .mapToDouble(file -> number(file, key))
                    .map(found -> found < 0 ? Double.NaN : found)
                    .reduce(Double::sum).orElse(Double.NaN);
        }
    }
}
