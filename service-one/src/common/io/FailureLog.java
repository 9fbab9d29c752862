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
        // states: QUIET -> TOLD (isNews) -> TOLD, with a count (count) -> QUIET, a second without any later
        private long lastLine;
        private long untold;
        private boolean quiet = true;

        /** One more. Returns whether it is to be told of now; otherwise it is counted. */
        synchronized boolean isNews(long now) {
            boolean news = untold == 0 && (quiet || isOver(now));
            if (news) {
                tell(now);
            } else {
                untold++;
            }
            return news;
        }

        /** How many are to be told of now: those since the last line; 0 as long as that is not a second ago. */
        synchronized long count(long now) {
            if (untold == 0 || !isOver(now)) {
                return 0;
            }
            long count = untold;
            tell(now);
            return count;
        }

        private boolean isOver(long now) {
            return now - lastLine >= SILENCE_NANOS;
        }

        private void tell(long now) {
            quiet = false;
            lastLine = now;
            untold = 0;
        }
    }

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
    public static void tellRepeats(long now) {
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
