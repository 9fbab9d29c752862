package lab.run;

import module java.base;
import experiment.Run.WarmUp;
import machine.Kernel;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import process.Child.ProgramFailure;
import process.Time;

/**
 * The first warm-up: many requests with short waits, until the contender's code is compiled. Under the load itself,
 * that could take minutes, and a contender that answers fewer requests would be measured with colder code than the
 * others.
 */
final class WarmingUp {
    private static final long EVERY_MILLIS = 250;
    /** HotSpot compiles with C2 after 5,000 calls (Tier4InvocationThreshold), and may recompile code later. */
    private static final long LEAST_REQUESTS = 10_000;
    /** After this time, fewer requests are enough. */
    private static final long LEAST_MILLIS = 6_000;
    /** A contender that has answered nothing for so long is given up. */
    private static final long PATIENCE_MILLIS = 5_000;
    private static final long PAUSE_MILLIS = 2_000;

    /** A contender is warm when the compilers are nearly idle and a request's CPU time no longer changes. */
    static final class WarmEnough {
        /** As a share of a core. Busy compilers use 20 to 70 %. */
        private static final double MOST_COMPILING = 0.10;
        private static final double MOST_COST_CHANGE = 0.3;
        /** A reading with less CPU time says nothing about a request's cost. */
        private static final double LEAST_CPU_SECONDS = 0.02;
        /** Quiet readings in succession. */
        private static final int QUIET = 2;
        /** If the compilers' CPU time is unknown. */
        private static final int QUIET_IF_UNKNOWN = 6;

        private Used last;
        private long lastAnswered;
        private double cost = Double.NaN;
        private int quiet;

        /** @param answered requests since the start */
        boolean add(long answered, Used now) {
            if (last != null) {
                double before = cost;
                double cpu = now.all() - last.all();
                cost = cpu / (answered - lastAnswered);
                double compiling = 1e3 * (now.compiler() - last.compiler()) / (now.millis() - last.millis());
                boolean isQuiet = !(compiling > MOST_COMPILING);       // true for NaN (unknown)
                boolean showsCost = cpu >= LEAST_CPU_SECONDS;          // false for NaN
                quiet = isQuiet && (!showsCost || Math.abs(cost - before) <= MOST_COST_CHANGE * before) ? quiet + 1 : 0;
            }
            last = now;
            lastAnswered = answered;
            return quiet >= (Double.isNaN(now.compiler()) ? QUIET_IF_UNKNOWN : QUIET);
        }
    }

    private final Programs programs;
    private final Slot slot;
    private final RunObserver observer;
    private final Time time;
    private final RuntimeThreads runtime = new RuntimeThreads(Kernel.REAL);

    WarmingUp(Programs programs, Slot slot, RunObserver observer, Time time) {
        this.programs = programs;
        this.slot = slot;
        this.observer = observer;
        this.time = time;
    }

    /** At its end, restores service two's delays as the experiment sets them. */
    WarmUp run() throws IOException, InterruptedException {
        Callers.Pace pace = Callers.Pace.of(slot);
        int status = programs.serviceTwo().shorten(pace.delayMillis());
        if (status != HttpURLConnection.HTTP_OK) {
            return new WarmUp(0, 0, "no first warm-up: service two cannot change its delays (it answers " + status
                    + ")");
        }
        try (Closeable _ = () -> programs.serviceTwo().restore(slot.experiment().conditions().serviceTwo())) {
            WarmUp done = WarmUp.NONE;
            int cycles = slot.experiment().window().warmupCycles();
            long limit = (slot.timing().work() - (cycles - 1) * PAUSE_MILLIS) / cycles;
            for (int i = 0; i < cycles; i++) {
                time.sleep(i == 0 ? 0 : PAUSE_MILLIS);
                done = done.plus(warm(new Callers(programs.address(), slot, pace), limit));
            }
            return done;
        }
    }

    static long millis(int cycles, long cycle) {
        return cycles * cycle + (cycles - 1) * PAUSE_MILLIS;
    }

    private WarmUp warm(Callers callers, long limit) throws ProgramFailure, InterruptedException {
        try {
            return untilSettled(callers.start(), monotonicMillis(), limit);
        } finally {
            callers.end();
        }
    }

    private long monotonicMillis() {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos());
    }

    private WarmUp untilSettled(Callers callers, long begun, long limit) throws ProgramFailure, InterruptedException {
        WarmEnough settling = new WarmEnough();
        boolean settled = false;
        long passed = 0;
        while (!settled && passed < limit && (passed < PATIENCE_MILLIS || callers.answered() > 0)) {
            time.sleep(EVERY_MILLIS);
            passed = monotonicMillis() - begun;
            programs.checkAlive("warming up");
            observer.phase(String.format(Locale.ROOT, "first warm-up, %,d requests", callers.answered()),
                    slot.longestDuration().toMillis() - passed);
            runtime.read(programs.contender().processes());      // finds new compiler threads
            settled = settling.add(callers.answered(), runtime.used(programs.contender().processes(),
                    monotonicMillis()))
                    && callers.answered() > 0 && (callers.answered() >= LEAST_REQUESTS || passed >= LEAST_MILLIS);
        }
        return new WarmUp(callers.answered(), passed / 1e3, settled ? "" : problem(callers, passed));
    }

    private static String problem(Callers callers, long passed) {
        return callers.answered() == 0
                ? "no first warm-up: none of its requests was answered well; " + callers.problem()
                : String.format(Locale.ROOT, "its first warm-up reached no steady state in %.0f s", passed / 1e3);
    }
}
