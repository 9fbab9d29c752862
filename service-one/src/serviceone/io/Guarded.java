package serviceone.io;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Runs what must not end the thread that runs it: one thread serves or watches thousands of connections, and the
 * failure of one, be it an {@link Error}, is its own. Stateless, any thread.
 */
public final class Guarded {
    /** Something that may fail in any way. */
    public interface Action {
        void run() throws Exception;
    }

    private Guarded() {
    }

    /** Runs the action; whatever it throws is logged and goes no further. */
    public static void run(Logger log, String during, Action action) {
        try {
            action.run();
        } catch (Throwable failure) {
            log(log, during, failure);
        }
    }

    /** Logs a failure, if that can be done: with no memory or no file descriptor left, logging fails too. */
    public static void log(Logger log, String during, Throwable failure) {
        try {
            log.log(Level.ERROR, during, failure);
        } catch (Throwable unloggable) {
            // There is nothing left to tell it with; what matters is that the thread goes on.
        }
    }
}
