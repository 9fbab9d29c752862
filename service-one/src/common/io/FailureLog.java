package common.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs what went wrong on a thread that must go on: one thread serves or watches thousands of connections, and the
 * failure of one, be it an {@link Error}, is its own. A cause that many share gets one line a second: the first one
 * tells of it, the next ones count. Any thread; for each cause, its {@link Repeats} decide who writes a line.
 */
public final class FailureLog {
    private record Cause(Logger log, Level level, String during, Class<?> kind) {
    }

    /** As many as there are places that log, times what can go wrong there. */
    private static final Map<Cause, Repeats> SEEN = new ConcurrentHashMap<>();

    private FailureLog() {
    }

    /** Logs the failure, if that can be done: with no memory or no file descriptor left, logging fails too. */
    public static void log(Logger log, String during, Throwable failure) {
        log(log, during, failure, System.nanoTime());
    }

    /** The same, but for an {@link IOException}: what becomes of a socket is others' doing, and no failure of ours. */
    public static void logUnlessOthers(Logger log, String during, Throwable failure) {
        if (!(failure instanceof IOException)) {
            log(log, during, failure);
        }
    }

    static void log(Logger log, String during, Throwable failure, long now) {
        try {
            if (isNews(new Cause(log, Level.ERROR, during, failure.getClass()), now)) {
                log.log(Level.ERROR, during, failure);
            }
        } catch (Throwable unloggable) {
            // There is nothing left to tell it with; what matters is that the thread goes on.
        }
    }

    /** The same for what is to be expected, and tells all in a line without a stack trace. */
    public static void warn(Logger log, String during, Throwable failure) {
        try {
            if (isNews(new Cause(log, Level.WARNING, during, failure.getClass()), System.nanoTime())) {
                log.log(Level.WARNING, during + ": " + failure.getMessage());
            }
        } catch (Throwable unloggable) {
            // as above
        }
    }

    private static boolean isNews(Cause cause, long now) {
        return SEEN.computeIfAbsent(cause, _ -> new Repeats()).isNews(now);
    }

    /** Tells how many there were of what was not logged; to be called about once a second. */
    static void tellRepeats(long now) {
        SEEN.forEach((cause, repeats) -> tell(cause, repeats.count(now)));
    }

    private static void tell(Cause cause, long count) {
        try {
            if (count > 0) {
                cause.log.log(cause.level, String.format(Locale.ROOT, "%s: %,d more of %s", cause.during, count,
                        cause.kind.getName()));
            }
        } catch (Throwable unloggable) {
            // as above
        }
    }
}
