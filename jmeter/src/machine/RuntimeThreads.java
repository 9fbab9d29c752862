package machine;

import module java.base;

/**
 * The kernel's figures of a JVM's compiler and garbage collector threads; unknown without /proc. CompilationMXBean
 * would count wall-clock time, even while a compiler waits for a core.
 */
public final class RuntimeThreads {
    /** HotSpot's "C1 CompilerThread0" and "C2 CompilerThread0", Graal's "JVMCI CompilerThread0", cut to 15 bytes. */
    private static final Pattern COMPILER = Pattern.compile("(C1|C2|JVMCI).*Compiler.*");
    private static final Pattern COLLECTOR = Pattern.compile("GC Thread#.*|G1 .*|VM Thread|Z[A-Z].*|Shenandoah.*");

    /** In seconds since the thread's start (the kernel's scheduler/sched-stats.rst). */
    private record Times(double ran, double waited) {
    }

    /**
     * In seconds.
     *
     * @param collector CPU time; NaN without collector threads
     * @param waited how long each compiler thread was ready but had no core
     */
    public record Reading(double collector, Map<String, Double> waited) {
        public double waited(String thread) {
            return waited.getOrDefault(thread, 0.0);
        }
    }

    /**
     * A program's CPU seconds since its start. NaN if unknown.
     *
     * @param millis since 1970
     * @param losesChildren whether it has ignored SIGCHLD until then, so that ended children may be missing
     */
    public record Used(
            long millis,
            double all,
            double kernel,
            double compiler,
            boolean losesChildren) {
        public double withoutCompiler() {
            return Double.isNaN(compiler) ? all : all - compiler;
        }
    }

    private final Kernel kernel;
    private final Map<Path, Times> compilers = new HashMap<>();
    private final Map<Path, Times> collectors = new HashMap<>();
    private final Map<Path, Optional<Map<Path, Times>>> kinds = new HashMap<>();
    private boolean losesChildren;

    public RuntimeThreads(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The kernel counts a wait when it ends. An ended thread keeps its figures, because they must not decrease. */
    public Reading read(List<ProcessHandle> processes) {
        processes.stream().flatMap(each -> threads(each.pid())).forEach(this::readTimes);
        Map<String, Double> waited = new HashMap<>();
        compilers.forEach((thread, times) -> waited.put(thread.toString(), times.waited));
        return new Reading(ran(collectors), waited);
    }

    /** @param millis the time of this reading */
    public Used used(List<ProcessHandle> processes, long millis) {
        List.copyOf(compilers.keySet()).forEach(this::readTimes);
        Kernel.CpuTime cpu = kernel.cpuTime(processes);
        losesChildren |= cpu.losesChildren();
        return losesChildren ? new Used(millis, Double.NaN, Double.NaN, ran(compilers), true)
                : new Used(millis, cpu.all(), cpu.kernel(), ran(compilers), false);
    }

    private Stream<Path> threads(long pid) {
        try (Stream<Path> all = Files.list(kernel.file(pid, "task"))) {
            return all.toList().stream();
        } catch (IOException e) {
            return Stream.empty();       // no /proc, or the process has ended
        }
    }

    /** A pool may have thousands of threads, so each name is read once. */
    private void readTimes(Path thread) {
        Optional<Map<Path, Times>> kind = kinds.computeIfAbsent(thread, this::kind);
        if (kind.isPresent()) {
            for (String line : Kernel.lines(thread.resolve("schedstat"))) {
                String[] nanos = line.split(" ");
                kind.get().put(thread, new Times(Long.parseLong(nanos[0]) / 1e9,
                        Long.parseLong(nanos[1]) / 1e9));
            }
        }
    }

    private Optional<Map<Path, Times>> kind(Path thread) {
        String name = String.join("", Kernel.lines(thread.resolve("comm")));
        if (COMPILER.matcher(name).matches()) {
            return Optional.of(compilers);
        }
        return COLLECTOR.matcher(name).matches()
                ? Optional.of(collectors)
                : Optional.empty();
    }

    private static double ran(Map<Path, Times> threads) {
        return threads.values().stream()
                .mapToDouble(Times::ran)
                .reduce(Double::sum).orElse(Double.NaN);
    }
}
