package lab.machine;

import module java.base;

/**
 * The kernel's figures of a JVM's compiler and garbage collector threads; unknown without /proc. CompilationMXBean
 * would count wall-clock time, even while a compiler waits for a core.
 */
public final class RuntimeThreads {
    /** HotSpot's "C1 CompilerThread0" and "C2 CompilerThread0", Graal's "JVMCI CompilerThread0", cut to 15 bytes. */
    private static final Pattern COMPILER = Pattern.compile("(C1|C2|JVMCI).*Compiler.*");
    private static final Pattern COLLECTOR = Pattern.compile("GC Thread#.*|G1 .*|VM Thread|Z[A-Z].*|Shenandoah.*");

    /**
     * In seconds; the first two since the thread's start (the kernel's scheduler/sched-stats.rst).
     *
     * @param firstSeen when these figures were first read
     * @param ready whether the thread was ready or running
     */
    private record Times(double ran, double waited, double firstSeen, boolean ready) {
        /** The kernel adds a wait only at the wait's end. Until then, a ready thread's figures are constant. */
        double waitedUntil(double now) {
            return ready ? waited + now - firstSeen : waited;
        }

        Times merge(Times seen) {
            boolean same = seen.ran == ran && seen.waited == waited && ready;
            return same ? new Times(ran, waited, firstSeen, seen.ready) : seen;
        }
    }

    /**
     * In seconds.
     *
     * @param collector CPU time; NaN without collector threads
     * @param waited how long each compiler thread was ready but had no core
     */
    public record Reading(double collector, Map<String, Double> waited) {
        double waited(String thread) {
            return waited.getOrDefault(thread, 0.0);
        }
    }

    /**
     * A program's CPU seconds since its start. NaN if unknown.
     *
     * @param millis since 1970
     */
    public record Used(long millis, double all, double kernel, double compiler) {
        public double withoutCompiler() {
            return Double.isNaN(compiler) ? all : all - compiler;
        }
    }

    private final Path proc;
    private final Map<Path, Times> compilers = new HashMap<>();
    private final Map<Path, Times> collectors = new HashMap<>();
    private final Map<Path, Optional<Map<Path, Times>>> kinds = new HashMap<>();

    public RuntimeThreads(Path proc) {
        this.proc = proc;
    }

    public Reading read(List<ProcessHandle> processes) {
        return read(processes.stream().map(ProcessHandle::pid).toList(), System.nanoTime() / 1e9);
    }

    Reading read(List<Long> processes, double now) {
        Set<Path> alive = processes.stream().flatMap(pid -> threads(pid).stream()).collect(Collectors.toSet());
        alive.forEach(thread -> readTimes(thread, now));
        Map<String, Double> waited = new HashMap<>();
        compilers.forEach((thread, times) -> waited.put(thread.toString(),
                alive.contains(thread) ? times.waitedUntil(now) : times.waited()));
        return new Reading(ran(collectors), Map.copyOf(waited));
    }

    public Used used(List<ProcessHandle> processes) {
        List.copyOf(compilers.keySet()).forEach(thread -> readTimes(thread, System.nanoTime() / 1e9));
        return new Used(System.currentTimeMillis(), Kernel.cpuSeconds(processes),
                Kernel.kernelSeconds(processes), ran(compilers));
    }

    private List<Path> threads(long pid) {
        try (Stream<Path> all = Files.list(proc.resolve(Long.toString(pid)).resolve("task"))) {
            return all.toList();
        } catch (IOException e) {
            return List.of();            // no /proc, or the process has ended
        }
    }

    /** A pool may have thousands of threads, so each name is read once. */
    private void readTimes(Path thread, double now) {
        kinds.computeIfAbsent(thread, this::kind).ifPresent(kind -> {
            boolean ready = String.join("", Kernel.lines(thread.resolve("stat"))).matches(".*\\) R .*");
            Kernel.lines(thread.resolve("schedstat")).stream().map(line -> line.split(" "))
                    .map(nanos -> new Times(Long.parseLong(nanos[0]) / 1e9, Long.parseLong(nanos[1]) / 1e9, now, ready))
                    .forEach(seen -> kind.merge(thread, seen, Times::merge));
        });
    }

    private Optional<Map<Path, Times>> kind(Path thread) {
        String name = String.join("", Kernel.lines(thread.resolve("comm")));
        return COMPILER.matcher(name).matches() ? Optional.of(compilers)
                : COLLECTOR.matcher(name).matches() ? Optional.of(collectors) : Optional.empty();
    }

    private static double ran(Map<Path, Times> threads) {
        return threads.isEmpty() ? Double.NaN : threads.values().stream().mapToDouble(Times::ran).sum();
    }
}
