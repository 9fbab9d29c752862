package machine;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import process.Time;

/** Reads Linux's /proc, see proc(5). An unknown figure is NaN or -1. */
public final class Kernel {
    public static final Path PROC = Path.of("/proc");
    /** USER_HZ is 100 on every architecture that a JDK 25 runs on. */
    private static final double TICKS_PER_SECOND = 100;
    private static final int STIME = 15;
    private static final int CUTIME = 16;
    private static final int CSTIME = 17;
    /** The ignored signals, a bit for each, beginning with signal 1. SIGCHLD is 17 wherever a JDK 25 runs. */
    private static final int IGNORED = 33;
    private static final long IGNORES_SIGCHLD = 1 << 16;
    private static final Pattern WAITED = Pattern.compile("some .*total=(\\d+)");

    private Kernel() {
    }

    /** CPU seconds of the whole machine since boot. NaN if this JVM may not use all cores. */
    public record Cpu(double busy, double stolen) {
    }

    /** @param usable the cores that this JVM may use */
    public static Cpu cpu(Path proc, int usable) {
        List<String> lines = lines(proc.resolve("stat"));
        long cores = lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
        if (lines.isEmpty() || cores != usable) {
            return new Cpu(Double.NaN, Double.NaN);
        }
        double[] ticks = Arrays.stream(lines.getFirst().split("\\s+")).skip(1).mapToDouble(Double::parseDouble)
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
        double cores = (time.nanos() - begun) / 1e9 * Runtime.getRuntime().availableProcessors();
        double share = (othersSeconds() - before) / cores;
        return Double.isNaN(share) ? Double.NaN : Math.clamp(share, 0, 1);
    }

    private static double othersSeconds() {
        Cpu machine = cpu(PROC, Runtime.getRuntime().availableProcessors());
        return machine.busy() + machine.stolen()
                - ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    /**
     * CPU seconds of a program's processes, including ended threads and the ended children that a process has waited
     * for. NaN if unknown.
     *
     * @param kernel the part in the kernel, in steps of a hundredth
     * @param losesChildren whether a process ignores SIGCHLD: then the kernel counts its ended children for nobody
     */
    public record CpuTime(double all, double kernel, boolean losesChildren) {
        /** A process may end meanwhile. Its parent then counts it, from the next reading on at the latest. */
        private static CpuTime sum(List<CpuTime> processes) {
            return new CpuTime(sum(processes.stream().mapToDouble(CpuTime::all)),
                    sum(processes.stream().mapToDouble(CpuTime::kernel)),
                    processes.stream().anyMatch(CpuTime::losesChildren));
        }

        private static double sum(DoubleStream seconds) {
            double[] known = seconds.filter(Double::isFinite).toArray();
            return known.length == 0 ? Double.NaN : Arrays.stream(known).sum();
        }
    }

    public static CpuTime cpuTime(Path proc, List<ProcessHandle> processes) {
        return CpuTime.sum(processes.stream().map(process -> cpuTime(proc, process)).toList());
    }

    /** /proc/PID/stat alone would be too coarse for 20 requests per second. */
    private static CpuTime cpuTime(Path proc, ProcessHandle process) {
        double exact = CpuClock.seconds((int) process.pid());
        double own = !Double.isNaN(exact) ? exact
                : process.info().totalCpuDuration().map(used -> used.toNanos() / 1e9).orElse(Double.NaN);
        List<String> lines = lines(file(proc, process.pid(), "stat"));
        if (lines.isEmpty()) {
            return new CpuTime(own, Double.NaN, false);
        }
        // The second field is a name in brackets, which may contain blanks and brackets.
        String[] fromThird = lines.getLast().substring(lines.getLast().lastIndexOf(')') + 2).split(" ");
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
            return linker.defaultLookup().find("clock_gettime").map(address -> linker.downcallHandle(address,
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, clockId, ValueLayout.ADDRESS)));
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

    public static long listenOverflows(Path proc) {
        List<String[]> lines = lines(proc.resolve("net/netstat")).stream().filter(line -> line.startsWith("TcpExt:"))
                .map(line -> line.split(" ")).toList();
        int column = lines.isEmpty() ? -1 : Arrays.asList(lines.getFirst()).indexOf("ListenOverflows");
        return column < 0 ? -1 : Long.parseLong(lines.getLast()[column]);
    }

    /**
     * Seconds since boot in which some task waited for the resource (Documentation/accounting/psi.rst).
     *
     * @param resource cpu or memory
     */
    public static double pressure(Path proc, String resource) {
        return lines(proc.resolve("pressure").resolve(resource)).stream().map(WAITED::matcher).filter(Matcher::matches)
                .mapToDouble(total -> Long.parseLong(total.group(1)) / 1e6).findFirst().orElse(Double.NaN);
    }

    /**
     * What a program's processes use. -1 means unknown.
     *
     * @param rss resident memory of all processes, in bytes
     * @param files the most open files of one process
     * @param fileLimit the largest limit on open files
     */
    public record Footprint(long rss, long threads, long files, long fileLimit) {
    }

    public static Footprint footprint(Path proc, List<ProcessHandle> processes) {
        long[] kibibytes = known(processes, pid -> number(file(proc, pid, "status"), "VmRSS:"));
        long[] threads = known(processes, pid -> number(file(proc, pid, "status"), "Threads:"));
        return new Footprint(kibibytes.length == 0 ? -1 : 1024 * LongStream.of(kibibytes).sum(),
                threads.length == 0 ? -1 : LongStream.of(threads).sum(),
                LongStream.of(known(processes, pid -> openFiles(proc, pid))).max().orElse(-1),
                LongStream.of(known(processes, pid -> number(file(proc, pid, "limits"), "Max open files"))).max()
                .orElse(-1));
    }

    private static long[] known(List<ProcessHandle> processes, LongUnaryOperator value) {
        return processes.stream().mapToLong(process -> value.applyAsLong(process.pid())).filter(known -> known >= 0)
                .toArray();
    }

    /** The number behind a line's key; -1 if unknown. */
    public static long number(Path file, String key) {
        return lines(file).stream().filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip().split("\\s+")[0]).filter(word -> word.matches("\\d+"))
                .mapToLong(Long::parseLong).findFirst().orElse(-1);
    }

    private static long openFiles(Path proc, long pid) {
        try (Stream<Path> files = Files.list(file(proc, pid, "fd"))) {
            return files.count();
        } catch (IOException e) {
            return -1;                   // no /proc, no such process, or another user's
        }
    }

    /** To be asked before attaching: the attach signal would end most processes that are not JVMs. */
    static boolean hasJvm(Path proc, long pid) {
        return lines(file(proc, pid, "maps")).stream().anyMatch(line -> line.endsWith("/libjvm.so"));
    }

    static boolean isLinux() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    private static Path file(Path proc, long pid, String name) {
        return proc.resolve(Long.toString(pid)).resolve(name);
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

        public static CpuQuota of(Path proc, Path mount, Collection<Long> processes) {
            Set<Path> files = new LinkedHashSet<>();
            processes.stream().flatMap(pid -> lines(proc.resolve(pid + "/cgroup")).stream()).distinct()
                    .map(line -> line.split(":", 3))
                    .filter(group -> group[1].isEmpty() || List.of(group[1].split(",")).contains("cpu"))
                    .forEach(group -> FOLDERS.forEach(name -> addUpwards(mount.resolve(name), group[2], files)));
            return new CpuQuota(List.copyOf(files));
        }

        /** A container may see its group's path on the host, but have the group at the mount's root. */
        private static void addUpwards(Path folder, String group, Set<Path> files) {
            for (Path path = Path.of(group); path != null; path = path.getParent()) {
                Path file = folder.resolve(Path.of("/").relativize(path).toString()).resolve("cpu.stat");
                if (number(file, "nr_periods") >= 0) {
                    files.add(file);
                }
            }
        }

        public Periods read() {
            return new Periods(sum("nr_periods"), sum("nr_throttled"));
        }

        private double sum(String key) {
            return files.isEmpty() ? Double.NaN : files.stream().mapToDouble(file -> number(file, key))
                    .map(found -> found < 0 ? Double.NaN : found).sum();
        }
    }
}
