package serviceone.io;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Logs what went wrong on a thread that must go on: one thread serves or watches thousands of connections, and the
 * failure of one, be it an {@link Error}, is its own. Stateless, any thread.
 */
public final class FailureLog {
    private FailureLog() {
    }

    /** Logs the failure, if that can be done: with no memory or no file descriptor left, logging fails too. */
    public static void log(Logger log, String during, Throwable failure) {
        try {
            log.log(Level.ERROR, during, failure);
        } catch (Throwable unloggable) {
            // There is nothing left to tell it with; what matters is that the thread goes on.
        }
    }
}
