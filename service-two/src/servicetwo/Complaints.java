package servicetwo;

import java.io.IOException;

/**
 * Tells on standard error what went wrong, a line a second at most: what happens to one connection may happen to
 * thousands. Needs no logger, whose first line would open files. Synchronized, because a JVM may have
 * several loops, as in tests.
 */
final class Complaints {
    private static final long QUIET_NANOS = 1_000_000_000;

    private static long lastNanos = System.nanoTime() - QUIET_NANOS;
    private static long untold;

    /** Never throws: where memory is too short even for a line, there will be some again. */
    static synchronized void tell(String what, Throwable failure) {
        try {
            long now = System.nanoTime();
            if (now - lastNanos < QUIET_NANOS) {
                untold++;
                return;
            }
            System.err.println("service two: " + what + ": " + failure + (untold == 0 ? "" : ", and " + untold
                    + " more since the last such line"));
            if (!(failure instanceof IOException)) {
                failure.printStackTrace();      // a bug: where it is has to be known
            }
            lastNanos = now;
            untold = 0;
        } catch (Error e) {
            untold++;
        }
    }
}
