package experiment.run;

import java.lang.management.ManagementFactory;

/**
 * A fixed piece of arithmetic, by which a machine is seen to be slower at one time than at another. Virtual machines share
 * cores, and not every hypervisor reports what it gives to others as stolen: it then looks as CPU time that a program has used.
 * Stateless.
 */
final class Yardstick {
    private static final int STEPS = 5_000_000;
    /** The least of some: the first ones are still interpreted, and any may be interrupted. */
    private static final int TRIES = 9;
    private static volatile long result;       // so that the work is not found to be useless, and left out

    private Yardstick() {
    }

    /** CPU seconds of the calling thread, about 0.01; to be asked before a run, while nothing else runs. */
    static double seconds() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long begun = cpuNanos();
            result = work(i + 1);
            least = Math.min(least, cpuNanos() - begun);
        }
        return least / 1e9;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Marsaglia's xorshift: each step needs the one before. */
    private static long work(long seed) {
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
