package lab.run;

import java.nio.file.Path;

/**
 * The CPU seconds that a program on this machine has used, and those of its JVM's compiler, as the kernel tells them:
 * asking the JVM itself would cost it threads and heap. Used by the runner's thread.
 */
public final class ProgramClock {
    /** Both at one moment, in milliseconds since 1970, counted since the program's start; NaN where it is not known. */
    public record Reading(long millis, double all, double compiler) {
        /** The program's own work: all of it where nothing tells the compiler's. */
        public double withoutCompiler() {
            return Double.isNaN(compiler) ? all : all - compiler;
        }
    }

    private final Program program;
    private final RuntimeThreads runtime;

    public ProgramClock(Program program) {
        this(program, new RuntimeThreads(Path.of("/proc")));
    }

    ProgramClock(Program program, RuntimeThreads runtime) {
        this.program = program;
        this.runtime = runtime;
    }

    public Reading read() {
        runtime.read(program);
        return readAgain();
    }

    /** The same without looking for threads that are new since: next to nothing, where a program has thousands. */
    Reading readAgain() {
        return new Reading(System.currentTimeMillis(), program.cpuSeconds(), runtime.compilerSeconds());
    }
}
