package lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The threads that a JVM has for itself, as the kernel accounts for them: what its compiler and its collector used, and
 * for how long a compiler thread stood ready without a core. The JVM is not asked: CompilationMXBean would cost it a
 * management agent, and its compilation time is that of the wall clock, so that a compiler without a core looks busy.
 * Keeps what an ended thread had used. Tells nothing where there is no /proc, or the program is no JVM with such
 * threads.
 */
final class RuntimeThreads {
    /** HotSpot's "C1 CompilerThread0" and "C2 CompilerThread0", Graal's "JVMCI CompilerThread0"; comm has 15 bytes. */
    private static final Pattern COMPILER = Pattern.compile("(C1|C2|JVMCI).*Compiler.*");
    /** Of all collectors of HotSpot; the serial one works on the VM thread. */
    private static final Pattern COLLECTOR = Pattern.compile("GC Thread#.*|G1 .*|VM Thread|Z[A-Z].*|Shenandoah.*");

    /**
     * Of a thread, in seconds since its start (the kernel's Documentation/scheduler/sched-stats.rst).
     *
     * @param since when it was first seen ready with these figures
     * @param ready whether it was ready to run, or ran, when it was seen last
     */
    private record Times(double ran, double waited, double since, boolean ready) {
        /** The kernel adds a wait when it is over. One that goes on is seen as a ready thread with the same figures. */
        double waitedUntil(double now) {
            return ready ? waited + now - since : waited;
        }

        /** What is known when this was seen later: a thread that slept until then may have become ready just now. */
        Times then(Times seen) {
            boolean same = seen.ran == ran && seen.waited == waited && ready;
            return same ? new Times(ran, waited, since, seen.ready) : seen;
        }
    }

    /**
     * What takes a look at all threads, at one moment, in seconds.
     *
     * @param collector CPU time of all of the collector's; NaN where there are none
     * @param waited    by compiler thread, for how long it was ready to run and had no core
     */
    record Reading(double collector, Map<String, Double> waited) {
        /** Of a compiler thread; one that was not there yet has not waited. */
        double waited(String thread) {
            return waited.getOrDefault(thread, 0.0);
        }
    }

    /**
     * What a program has used at one moment, in milliseconds since 1970: CPU seconds since its start; NaN where they
     * are not known.
     */
    record Used(long millis, double all, double compiler) {
        /** The program's own work: all of it where nothing tells the compiler's. */
        double withoutCompiler() {
            return Double.isNaN(compiler) ? all : all - compiler;
        }
    }

    private final Path proc;
    private final Map<Path, Times> compilers = new HashMap<>();
    private final Map<Path, Times> collectors = new HashMap<>();
    /** Which of them a thread belongs to; none for one of the program's own. */
    private final Map<Path, Optional<Map<Path, Times>>> kinds = new HashMap<>();

    RuntimeThreads(Path proc) {
        this.proc = proc;
    }

    Reading read(List<ProcessHandle> processes) {
        return read(processes.stream().map(ProcessHandle::pid).toList(), System.nanoTime() / 1e9);
    }

    /** @param now in seconds */
    Reading read(List<Long> processes, double now) {
        Set<Path> alive = processes.stream().flatMap(pid -> threads(pid).stream()).collect(Collectors.toSet());
        alive.forEach(thread -> look(thread, now));
        Map<String, Double> waited = new HashMap<>();
        compilers.forEach((thread, times) -> waited.put(thread.toString(),
                alive.contains(thread) ? times.waitedUntil(now) : times.waited()));
        return new Reading(ran(collectors), Map.copyOf(waited));
    }

    /** Without looking for threads that are new since {@link #read}: next to nothing, where a program has thousands. */
    Used used(List<ProcessHandle> processes) {
        List.copyOf(compilers.keySet()).forEach(thread -> look(thread, System.nanoTime() / 1e9));
        return new Used(System.currentTimeMillis(), Kernel.cpuSeconds(processes), ran(compilers));
    }

    private List<Path> threads(long pid) {
        try (Stream<Path> all = Files.list(proc.resolve(Long.toString(pid)).resolve("task"))) {
            return all.toList();
        } catch (IOException e) {
            return List.of();            // no /proc, or no such process any more
        }
    }

    /** A thread's name is read once: a pool may have thousands, which are none of these. */
    private void look(Path thread, double now) {
        kinds.computeIfAbsent(thread, this::kind).ifPresent(kind -> {
            boolean ready = String.join("", Kernel.lines(thread.resolve("stat"))).matches(".*\\) R .*");
            Kernel.lines(thread.resolve("schedstat")).stream().map(line -> line.split(" "))
                    .map(nanos -> new Times(Long.parseLong(nanos[0]) / 1e9, Long.parseLong(nanos[1]) / 1e9, now, ready))
                    .forEach(seen -> kind.merge(thread, seen, Times::then));
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
