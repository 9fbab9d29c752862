package lab.run;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * The CPU time that a process has used, its ended threads included. On Linux from the process's own CPU clock, exact to
 * the nanosecond: /proc/PID/stat counts in hundredths of a second, too coarse for a window with 20 requests a second.
 * Elsewhere, or where that fails, what {@link ProcessHandle} tells.
 */
final class CpuClock {
    /** From the kernel's include/linux/posix-timers_types.h: the clock of all of a process's threads, as scheduled. */
    private static final int CPUCLOCK_SCHED = 2;
    private static final Optional<MethodHandle> CLOCK_GETTIME =
            "Linux".equals(System.getProperty("os.name")) ? find() : Optional.empty();

    /** Seconds of all processes of a program together; NaN where nothing tells them, or there is none. */
    static double seconds(List<ProcessHandle> processes) {
        return processes.isEmpty() ? Double.NaN : processes.stream().mapToDouble(CpuClock::seconds).sum();
    }

    private static double seconds(ProcessHandle process) {
        double exact = CLOCK_GETTIME.isPresent() ? read(CLOCK_GETTIME.get(), (int) process.pid()) : Double.NaN;
        return !Double.isNaN(exact) ? exact
                : process.info().totalCpuDuration().map(used -> used.toNanos() / 1e9).orElse(Double.NaN);
    }

    @SuppressWarnings("restricted")      // the one native call; run.sh allows it with --enable-native-access
    private static Optional<MethodHandle> find() {
        Linker linker = Linker.nativeLinker();
        MemoryLayout clockId = linker.canonicalLayouts().get("int");
        return linker.defaultLookup().find("clock_gettime").map(address ->
                linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, clockId,
                        ValueLayout.ADDRESS)));
    }

    private static double read(MethodHandle clockGettime, int pid) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);      // struct timespec: seconds, nanoseconds
            int failed = (int) clockGettime.invokeExact(~pid << 3 | CPUCLOCK_SCHED, time);
            double seconds = time.getAtIndex(ValueLayout.JAVA_LONG, 0)
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1) / 1e9;
            return failed != 0 ? Double.NaN : seconds;
        } catch (Throwable e) {                            // what a method handle declares; the call throws none
            throw new IllegalStateException("clock_gettime", e);
        }
    }
}
