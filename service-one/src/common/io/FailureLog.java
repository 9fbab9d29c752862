package common.io;

import module java.base;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;

/**
 * Logs failures on threads that must go on, because they serve many connections. A repeated failure gets at most one
 * line a second. Any thread may log.
 */
public final class FailureLog {
    private static final long SILENCE_NANOS = 1_000_000_000;
    private static final Map<Cause, Repeats> SEEN = new ConcurrentHashMap<>();

    private record Cause(Logger log, Level level, String place, Class<?> kind) {
    }

    private record Repeats(long lastLine, long unlogged) {
        boolean isRecent(long now) {
            return now - lastLine < SILENCE_NANOS;
        }
    }

    private FailureLog() {
    }

    public static void log(Logger log, String place, Throwable failure) {
        log(log, Level.ERROR, place, failure, System.nanoTime());
    }

    /** An {@link IOException} usually means that the peer has closed the connection. */
    public static void logUnlessIoFailed(Logger log, String place, Throwable failure) {
        if (!(failure instanceof IOException)) {
            log(log, place, failure);
        }
    }

    public static void warn(Logger log, String place, Throwable failure) {
        log(log, Level.WARNING, place, failure, System.nanoTime());
    }

    static void log(Logger log, Level level, String place, Throwable failure, long now) {
        try {
            Repeats after = SEEN.compute(new Cause(log, level, place, failure.getClass()), (_, seen) ->
                    seen == null || seen.unlogged == 0 && !seen.isRecent(now) ? new Repeats(now, 0)
                            : new Repeats(seen.lastLine, seen.unlogged + 1));
            if (after.unlogged == 0 && level == Level.ERROR) {
                log.log(level, place, failure);
            } else if (after.unlogged == 0) {
                log.log(level, place + ": "
                        + Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName()));
            }
        } catch (Throwable unloggable) {
            // no memory or file descriptor is left
        }
    }

    /** Call it at least once a second. */
    static void logRepeats(long now) {
        SEEN.keySet().forEach(cause -> logRepeats(cause, now));
    }

    private static void logRepeats(Cause cause, long now) {
        try {
            Repeats seen = SEEN.get(cause);
            if (seen.unlogged > 0 && !seen.isRecent(now) && SEEN.replace(cause, seen, new Repeats(now, 0))) {
                cause.log.log(cause.level, String.format(Locale.ROOT, "%s: %,d more of %s", cause.place,
                        seen.unlogged, cause.kind.getName()));
            }
        } catch (Throwable unloggable) {
            // no memory or file descriptor is left; the other causes have loggers of their own
        }
    }
}
