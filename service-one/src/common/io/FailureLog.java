package common.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs failures on threads that must go on: one thread serves or watches thousands of connections, and the failure of
 * one connection, even an {@link Error}, must not affect the others. A cause that repeats gets one line a second: its
 * first failure is logged, and later ones are counted.
 */
public final class FailureLog {
    private static final long SILENCE_NANOS = 1_000_000_000;
    /** One entry for each place that logs and each kind of failure. */
    private static final Map<Cause, Repeats> SEEN = new ConcurrentHashMap<>();

    private record Cause(Logger log, Level level, String place, Class<?> kind) {
    }

    /** When the last line about a cause was written, and how many failures since then were not logged. */
    private record Repeats(long lastLine, long unlogged) {
        boolean isRecent(long now) {
            return now - lastLine < SILENCE_NANOS;
        }
    }

    private FailureLog() {
    }

    /** Logs the failure with its stack trace. */
    public static void log(Logger log, String place, Throwable failure) {
        log(log, place, failure, System.nanoTime());
    }

    /** The same, but ignores every {@link IOException}: usually the other side has closed the connection. */
    public static void logUnlessIoFailed(Logger log, String place, Throwable failure) {
        if (!(failure instanceof IOException)) {
            log(log, place, failure);
        }
    }

    static void log(Logger log, String place, Throwable failure, long now) {
        write(log, Level.ERROR, place, failure, now);
    }

    /** Logs an expected failure in one line, without a stack trace. */
    public static void warn(Logger log, String place, Throwable failure) {
        write(log, Level.WARNING, place, failure, System.nanoTime());
    }

    private static void write(Logger log, Level level, String place, Throwable failure, long now) {
        try {
            Repeats after = SEEN.compute(new Cause(log, level, place, failure.getClass()), (_, seen) ->
                    seen == null || seen.unlogged == 0 && !seen.isRecent(now) ? new Repeats(now, 0)
                            : new Repeats(seen.lastLine, seen.unlogged + 1));
            if (after.unlogged == 0 && level == Level.ERROR) {
                log.log(level, place, failure);
            } else if (after.unlogged == 0) {
                log.log(level, place + ": " + failure.getMessage());
            }
        } catch (Throwable unloggable) {
            // Logging fails if no memory or file descriptor is left, but the thread must go on.
        }
    }

    /** Logs how many failures were counted but not logged; call it about once a second. */
    static void logRepeats(long now) {
        SEEN.forEach((cause, seen) -> {
            if (seen.unlogged > 0 && !seen.isRecent(now) && SEEN.replace(cause, seen, new Repeats(now, 0))) {
                writeRepeats(cause, seen.unlogged);
            }
        });
    }

    private static void writeRepeats(Cause cause, long count) {
        try {
            cause.log.log(cause.level, String.format(Locale.ROOT, "%s: %,d more of %s", cause.place, count,
                    cause.kind.getName()));
        } catch (Throwable unloggable) {
            // as above
        }
    }
}
