package experiment.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import process.Child;

/**
 * CPU seconds of a program since its start, and those of its just-in-time compilers' threads, as the kernel tells
 * them: asking the JVM itself would cost it threads and heap. NaN where it is not known. Stateless.
 */
public final class ProgramClock {
    /** HotSpot's C1 and C2, as the kernel cuts their names after 15 characters. */
    private static final String COMPILER = "CompilerThre";
    private static final double NANOS = 1e9;

    private ProgramClock() {
    }

    public static double seconds(Child program) {
        List<ProcessHandle> processes = program.processes();
        return processes.isEmpty() ? Double.NaN : processes.stream().mapToDouble(CpuClock::seconds).sum();
    }

    /** Of the compilers' threads that there are now: one that has nothing to do for long ends, and its time with it. */
    public static double compilerSeconds(Child program) {
        return program.processes().stream().flatMap(process -> threads(process.pid())).filter(ProgramClock::isCompiler)
                .mapToDouble(ProgramClock::cpuSeconds).reduce(Double::sum).orElse(Double.NaN);
    }

    private static Stream<Path> threads(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.toList().stream();
        } catch (IOException e) {
            return Stream.empty();               // no /proc, no such process any more, or not ours
        }
    }

    private static boolean isCompiler(Path thread) {
        return Kernel.lines(thread.resolve("comm")).stream().anyMatch(name -> name.endsWith(COMPILER));
    }

    /** The first figure: nanoseconds on a core. */
    private static double cpuSeconds(Path thread) {
        List<String> lines = Kernel.lines(thread.resolve("schedstat"));
        return lines.isEmpty() ? 0 : Double.parseDouble(lines.getFirst().split(" ")[0]) / NANOS;
    }
}
