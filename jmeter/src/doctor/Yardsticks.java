package doctor;

import module java.base;
import module java.management;

/**
 * Measures the machine's speed. If a hypervisor takes a core away without reporting it, arithmetic seems to use more
 * CPU time, and timers fire late.
 *
 * @param arithmetic CPU seconds of a fixed calculation
 * @param lateness median seconds by which a short sleep ended late
 */
record Yardsticks(double arithmetic, double lateness) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int STEPS = 5_000_000;
    /** The fastest calculation counts, because the first tries run uncompiled code. */
    static final int TRIES = 9;
    private static final long SLEEP_MILLIS = 20;
    private static volatile long result;       // prevents dead-code elimination

    /** Takes a third of a second for all tries. Nothing else may run meanwhile. */
    static Yardsticks ask(int tries) throws InterruptedException {
        long arithmetic = LongStream.rangeClosed(1, tries).map(Yardsticks::arithmetic).min()
                .orElseThrow();
        return new Yardsticks(arithmetic / 1e9, lateness(tries));
    }

    /** Marsaglia's xorshift, where each step depends on the previous one. */
    private static long arithmetic(long seed) {
        long begun = THREADS.getCurrentThreadCpuTime();
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        result = x;
        return THREADS.getCurrentThreadCpuTime() - begun;
    }

    private static double lateness(int tries) throws InterruptedException {
        long[] nanos = new long[tries];
        for (int i = 0; i < tries; i++) {
            long begun = System.nanoTime();
            Thread.sleep(SLEEP_MILLIS);
            nanos[i] = System.nanoTime() - begun;
        }
        Arrays.sort(nanos);
        return nanos[tries / 2] / 1e9 - SLEEP_MILLIS / 1e3;
    }
}
