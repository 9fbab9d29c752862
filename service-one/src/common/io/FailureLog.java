package common.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs failures on threads that must go on: one thread serves or watches thousands of connections, and the failure of
 * one, even an {@link Error}, must not affect the others. A cause that repeats gets one line a second: the first
 * failure is logged, later ones are counted.
 */
public final class FailureLog {
    private static final long SILENCE_NANOS = 1_000_000_000;
    /** One entry for each place that logs and each kind of failure. */
    private static final Map<Cause, Repeats> SEEN = new ConcurrentHashMap<>();

    private record Cause(Logger log, Level level, String during, Class<?> kind) {
    }

    /** When the last line about a cause was written, and how many failures have come since. */
    private record Repeats(long lastLine, long untold) {
        boolean areSilent(long now) {
            return now - lastLine < SILENCE_NANOS;
        }
    }

    private FailureLog() {
    }

    /** Logs the failure with its stack trace. */
    public static void log(Logger log, String during, Throwable failure) {
        log(log, during, failure, System.nanoTime());
    }

    /** The same, but ignores every {@link IOException}: usually the other side has broken the socket. */
    public static void logUnlessIoFailed(Logger log, String during, Throwable failure) {
        if (!(failure instanceof IOException)) {
            log(log, during, failure);
        }
    }

    static void log(Logger log, String during, Throwable failure, long now) {
        tell(log, Level.ERROR, during, failure, now);
    }

    /** Logs an expected failure in one line, without a stack trace. */
    public static void warn(Logger log, String during, Throwable failure) {
        tell(log, Level.WARNING, during, failure, System.nanoTime());
    }

    private static void tell(Logger log, Level level, String during, Throwable failure, long now) {
        try {
            Repeats after = SEEN.compute(new Cause(log, level, during, failure.getClass()), (_, seen) ->
                    seen == null || seen.untold == 0 && !seen.areSilent(now) ? new Repeats(now, 0)
                            : new Repeats(seen.lastLine, seen.untold + 1));
            if (after.untold == 0 && level == Level.ERROR) {
                log.log(level, during, failure);
            } else if (after.untold == 0) {
                log.log(level, during + ": " + failure.getMessage());
            }
        } catch (Throwable unloggable) {
            // With no memory or file descriptor left, logging fails as well; the thread must go on.
        }
    }

    /** Logs how many failures were counted but not logged; call it about once a second. */
    static void logRepeats(long now) {
        SEEN.forEach((cause, seen) -> {
            if (seen.untold > 0 && !seen.areSilent(now) && SEEN.replace(cause, seen, new Repeats(now, 0))) {
                tell(cause, seen.untold);
            }
        });
    }

    private static void tell(Cause cause, long count) {
        try {
            cause.log.log(cause.level, String.format(Locale.ROOT, "%s: %,d more of %s", cause.during, count,
                    cause.kind.getName()));
        } catch (Throwable unloggable) {
            // as above
        }
    }
}
