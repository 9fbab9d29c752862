package lab.run;

import lab.define.Load;
import lab.define.Prediction;

/**
 * Tells when a warm-up may end: when a span of some seconds differs little from the one before it in throughput and in
 * CPU time per request, and, in a closed loop, nearly all users are waiting for an answer. Used by the runner's thread.
 *
 * <p>The span is a multiple of the time in flight, because users who started together stay together: their answers come
 * in bursts, one per that time.
 */
record Steadiness(JtlTail answers, UsageMeter meter, Load load, long span) {
    private static final double THROUGHPUT = 0.03;
    private static final double CPU = 0.15;
    private static final double CONCURRENCY = 0.95;
    private static final long LEAST_SPAN_MILLIS = 2_000;
    /** Where the contender was warmed before: only the load has to become steady. */
    private static final long LEAST_SPAN_WARM_MILLIS = 1_000;
    /** Half a span's CPU seconds below this are noise. */
    private static final double LEAST_CPU_SECONDS = 0.05;

    /**
     * Milliseconds after which the pattern repeats: the time that a request is worked on, or that a whole burst takes;
     * 0 where not known.
     */
    static double period(Load load, Prediction predicted) {
        double together = load.isBurst() ? load.users() : predicted.inFlight();
        double seconds = together / predicted.throughput();
        return !load.isOpen() && seconds > 0 ? seconds * 1e3 : 0;
    }

    static long span(double period, boolean warm) {
        long least = warm ? LEAST_SPAN_WARM_MILLIS : LEAST_SPAN_MILLIS;
        return period == 0 ? least : Math.round(period * Math.ceil(least / period));
    }

    /** The least that two spans take, after the time in which the users start. */
    long leastMillis(long rampupMillis) {
        return rampupMillis + 2 * span;
    }

    boolean isSteady(long now) {
        long middle = now - span;
        double before = answers.count(middle - span, middle);
        double after = answers.count(middle, now);
        return isClose(before, after, THROUGHPUT, 2) && areUsersWaiting(middle, now)
                && isCpuSteady(middle, now, before, after);
    }

    private boolean areUsersWaiting(long from, long to) {
        return load.isBurst() || answers.concurrency(from, to) >= CONCURRENCY * load.users();
    }

    private boolean isCpuSteady(long middle, long now, double answersBefore, double answersAfter) {
        double before = meter.cpuWithoutCompiler(middle - span, middle);
        double after = meter.cpuWithoutCompiler(middle, now);
        boolean tells = Math.max(before, after) >= LEAST_CPU_SECONDS;      // false for NaN as well
        return !tells || isClose(before / answersBefore, after / answersAfter, CPU, 0);
    }

    private static boolean isClose(double a, double b, double share, double slack) {
        return Math.max(a, b) > 0 && Math.abs(a - b) <= share * Math.max(a, b) + slack;
    }
}
