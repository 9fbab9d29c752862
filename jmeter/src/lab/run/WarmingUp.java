package lab.run;

import common.process.Child.ProgramFailure;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.Locale;
import lab.judge.Run.WarmUp;
import lab.run.RuntimeThreads.Used;

/**
 * Warms a contender by work, before its load: the requests of the load in quick motion, until the JVM has compiled what
 * they need. By the load itself, at a hundred requests a second, that would take minutes.
 */
final class WarmingUp {
    private static final long EVERY_MILLIS = 250;
    /**
     * HotSpot compiles for good what was called 5,000 times (Tier4InvocationThreshold), and some of it again when that
     * has changed what it knows: its compilers were seen to be busy at 5,000 requests, and a second time at 9,000.
     */
    private static final long LEAST_REQUESTS = 10_000;
    /** Where its own waits, or its work, let it answer fewer: as long as so many usually take. */
    private static final long LEAST_MILLIS = 6_000;
    /** A contender that has answered none of its requests by then will hardly answer others. */
    private static final long PATIENCE_MILLIS = 5_000;
    /** Between two cycles, with nothing to do: what still waits for the compilers has all of the cores. */
    private static final long PAUSE_MILLIS = 2_000;

    /**
     * Tells from readings, taken one after the other, when warming up has done its work: when the compilers have next
     * to nothing to do, and a request costs what it has cost before.
     */
    static final class WarmEnough {
        /** What the compilers may take of a core. Before they are done, they were seen to take 20 to 70 %. */
        private static final double COMPILING = 0.10;
        private static final double COST = 0.3;
        /** Less than this in a reading tells nothing of a request's cost. */
        private static final double LEAST_CPU_SECONDS = 0.02;
        private static final int QUIET = 2;
        private static final int QUIET_UNSEEN = 6;

        private Used last;
        private long lastAnswered;
        private double cost = Double.NaN;      // of a request, between the last two
        private int quiet;

        /** Takes in a reading. @param answered requests, since the start @return whether it has settled */
        boolean add(long answered, Used now) {
            if (last != null) {
                double before = cost;
                double cpu = now.all() - last.all();
                cost = cpu / (answered - lastAnswered);
                double compiling = 1e3 * (now.compiler() - last.compiler()) / (now.millis() - last.millis());
                boolean isQuiet = !(compiling > COMPILING);            // NaN: nothing tells
                boolean tells = cpu >= LEAST_CPU_SECONDS;              // false for NaN as well
                quiet = isQuiet && (!tells || Math.abs(cost - before) <= COST * before) ? quiet + 1 : 0;
            }
            last = now;
            lastAnswered = answered;
            return quiet >= (Double.isNaN(now.compiler()) ? QUIET_UNSEEN : QUIET);
        }
    }

    private final Programs programs;
    private final Slot slot;
    private final RunObserver observer;
    private final long everyMillis;
    private final long pauseMillis;
    private final RuntimeThreads runtime = new RuntimeThreads(Path.of("/proc"));

    WarmingUp(Programs programs, Slot slot, RunObserver observer) {
        this(programs, slot, observer, EVERY_MILLIS, PAUSE_MILLIS);
    }

    /** @param pauseMillis between two cycles */
    WarmingUp(Programs programs, Slot slot, RunObserver observer, long everyMillis, long pauseMillis) {
        this.programs = programs;
        this.slot = slot;
        this.observer = observer;
        this.everyMillis = everyMillis;
        this.pauseMillis = pauseMillis;
    }

    /** When it returns, service two has said that it waits again as the experiment has it. */
    WarmUp run() throws ProgramFailure, InterruptedException {
        Callers.Pace pace = Callers.Pace.of(slot);
        int status = programs.serviceTwo().shorten(pace.delayMillis());
        if (status != HttpURLConnection.HTTP_OK) {
            return new WarmUp(0, 0, "not warmed by work: service two takes no other delays (it answers " + status
                    + ")");
        }
        try {
            WarmUp done = WarmUp.NONE;
            int cycles = slot.experiment().warmupCycles();
            long limit = (slot.timing().work() - (cycles - 1) * pauseMillis) / cycles;
            for (int i = 0; i < cycles; i++) {
                Thread.sleep(i == 0 ? 0 : pauseMillis);
                done = done.then(warm(new Callers(programs.address(), slot, pace), limit));
            }
            return done;
        } finally {
            programs.serviceTwo().restore(slot.experiment());
        }
    }

    /** How long all of a warm-up takes at most. @param cycle how long a cycle takes, its pause not included */
    static long millis(int cycles, long cycle) {
        return cycles * cycle + (cycles - 1) * PAUSE_MILLIS;
    }

    private WarmUp warm(Callers callers, long limit) throws ProgramFailure, InterruptedException {
        try {
            return untilSettled(callers.start(), System.nanoTime(), limit);
        } finally {
            callers.end();
        }
    }

    private WarmUp untilSettled(Callers callers, long begun, long limit) throws ProgramFailure, InterruptedException {
        WarmEnough settling = new WarmEnough();
        boolean settled = false;
        long passed = 0;
        while (!settled && passed < limit && (passed < PATIENCE_MILLIS || callers.answered() > 0)) {
            Thread.sleep(everyMillis);
            passed = (System.nanoTime() - begun) / 1_000_000;
            programs.checkAlive("warming up by work");
            observer.phase(String.format(Locale.ROOT, "warming up by work, %,d requests", callers.answered()),
                    slot.longest().toMillis() - passed);
            runtime.read(programs.contender().processes());
            settled = settling.add(callers.answered(), runtime.used(programs.contender().processes()))
                    && callers.answered() > 0
                    && (callers.answered() >= LEAST_REQUESTS || passed >= LEAST_MILLIS);
        }
        String problem = settled ? "" : callers.answered() == 0
                ? "not warmed by work: none of its requests was answered, " + callers.problem()
                : String.format(Locale.ROOT, "its warm-up by work had not settled after %.0f s", passed / 1e3);
        return new WarmUp(callers.answered(), passed / 1e3, problem);
    }
}
