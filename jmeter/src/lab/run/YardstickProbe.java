package lab.run;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.LongStream;
import lab.judge.Run.Yardsticks;
import load.jtl.Percentiles;

/**
 * Sees whether the machine is slower at one time than at another. Virtual machines share cores, and not every
 * hypervisor reports the time that it gives to others as stolen. Such time then looks like CPU time of our programs,
 * and like sleeps that end late because an idle core must first be given back. What the kernel does for a request is
 * seen in the cost of a round trip over loopback. Stateless.
 */
public final class YardstickProbe {
    private static final int STEPS = 5_000_000;
    /** The shortest of several counts: the first ones are still interpreted, and any may be interrupted. */
    private static final int TRIES = 9;
    private static final int SLEEPS = 9;
    private static final long SLEEP_MILLIS = 20;
    private static volatile long result;       // keeps the compiler from leaving the work out

    private YardstickProbe() {
    }

    /** Takes half a second; to be asked before a run, while nothing else runs. */
    public static Yardsticks ask() throws InterruptedException {
        return new Yardsticks(arithmetic(), lateness(), LoopbackRoundTrip.cpuSeconds());
    }

    private static double arithmetic() {
        return LongStream.rangeClosed(1, TRIES).map(YardstickProbe::timed).min().orElseThrow() / 1e9;
    }

    private static long timed(long seed) {
        long begun = cpuNanos();
        result = work(seed);
        return cpuNanos() - begun;
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

    private static double lateness() throws InterruptedException {
        long[] nanos = new long[SLEEPS];
        for (int i = 0; i < SLEEPS; i++) {
            long begun = System.nanoTime();
            Thread.sleep(SLEEP_MILLIS);
            nanos[i] = System.nanoTime() - begun;
        }
        Arrays.sort(nanos);
        return Percentiles.of(nanos, 50) / 1e9 - SLEEP_MILLIS / 1e3;
    }
}
