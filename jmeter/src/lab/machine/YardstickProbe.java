package lab.machine;

import module java.base;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import lab.results.Run.Yardsticks;
import load.jtl.Percentiles;

/**
 * Measures the machine's speed in three ways. If a hypervisor takes a core away without reporting it, arithmetic
 * seems to use more CPU time, and timers fire late. A round trip over loopback shows the cost of kernel work.
 */
public final class YardstickProbe {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int STEPS = 5_000_000;
    /** For CPU times, the fastest try counts, because the first tries run uncompiled code. */
    private static final int TRIES = 9;
    private static final long SLEEP_MILLIS = 20;
    private static final int TRIPS = 400;
    private static volatile long result;       // prevents dead-code elimination

    private YardstickProbe() {
    }

    /** Takes half a second. Nothing else may run meanwhile. */
    public static Yardsticks ask() throws InterruptedException {
        return ask(TRIES, TRIPS);
    }

    static Yardsticks ask(int tries, int trips) throws InterruptedException {
        long arithmetic = LongStream.rangeClosed(1, tries).map(YardstickProbe::arithmetic).min().orElseThrow();
        return new Yardsticks(arithmetic / 1e9, lateness(tries), roundTrip(tries, trips));
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
        return Percentiles.of(nanos, 50) / 1e9 - SLEEP_MILLIS / 1e3;
    }

    /**
     * CPU seconds of a round trip; NaN if loopback fails. System calls and wake-ups take most of a request's CPU
     * time, and a busy host makes them slower.
     */
    private static double roundTrip(int tries, int trips) {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket here = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket there = server.accept()) {
            here.setTcpNoDelay(true);
            there.setTcpNoDelay(true);
            Thread echo = Thread.ofPlatform().daemon().name("loopback echo").start(() -> echo(there));
            long least = Long.MAX_VALUE;
            for (int i = 0; i < tries; i++) {
                long begun = cpuNanos(echo);
                for (int trip = 0; trip < trips; trip++) {
                    here.getOutputStream().write(1);
                    here.getInputStream().read();
                }
                least = Math.min(least, cpuNanos(echo) - begun);
            }
            return least / 1e9 / trips;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static long cpuNanos(Thread echo) {
        return THREADS.getCurrentThreadCpuTime() + THREADS.getThreadCpuTime(echo.threadId());
    }

    private static void echo(Socket socket) {
        try {
            for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
                socket.getOutputStream().write(next);
            }
        } catch (IOException e) {
            return;
        }
    }
}
