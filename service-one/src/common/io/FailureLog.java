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
    private static final long SILENCE_NANOS = 1_000_000_000;
    /** As many as there are places that log, times what can go wrong there. */
    private static final Map<Cause, Repeats> SEEN = new ConcurrentHashMap<>();

    private record Cause(Logger log, Level level, String during, Class<?> kind) {
    }

    /** How often one cause has been seen since the last line about it. Guarded by itself. */
    private static final class Repeats {
        private long lastLine;
        private long untold;

        Repeats(long now) {
            lastLine = now - SILENCE_NANOS;
        }

        /** One more. Returns whether it is to be told of now; otherwise it is counted. */
        synchronized boolean isNews(long now) {
            boolean news = untold == 0 && now - lastLine >= SILENCE_NANOS;
            lastLine = news ? now : lastLine;
            untold += news ? 0 : 1;
            return news;
        }

        /** How many are to be told of now: those since the last line; 0 as long as that is not a second ago. */
        synchronized long take(long now) {
            if (untold == 0 || now - lastLine < SILENCE_NANOS) {
                return 0;
            }
            long count = untold;
            lastLine = now;
            untold = 0;
            return count;
        }
    }

    private FailureLog() {
    }

    /** Logs the failure with its stack trace. */
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
        tell(log, Level.ERROR, during, failure, now);
    }

    /** The same for what is to be expected, and tells all in a line without a stack trace. */
    public static void warn(Logger log, String during, Throwable failure) {
        tell(log, Level.WARNING, during, failure, System.nanoTime());
    }

    private static void tell(Logger log, Level level, String during, Throwable failure, long now) {
        try {
            Cause cause = new Cause(log, level, during, failure.getClass());
            boolean news = SEEN.computeIfAbsent(cause, _ -> new Repeats(now)).isNews(now);
            if (news && level == Level.ERROR) {
                log.log(level, during, failure);
            } else if (news) {
                log.log(level, during + ": " + failure.getMessage());
            }
        } catch (Throwable unloggable) {
            // With no memory or no file descriptor left, logging fails too; what matters is that the thread goes on.
        }
    }

    /** Tells how many there were of what was not logged; to be called about once a second. */
    static void tellRepeats(long now) {
        SEEN.forEach((cause, repeats) -> tell(cause, repeats.take(now)));
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
