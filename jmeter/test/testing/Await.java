package testing;

import java.util.concurrent.Callable;

/** Waits until another thread or process makes a condition true, as long as that may take on a loaded machine. */
public final class Await {
    private static final long LIMIT_MILLIS = 60_000;

    private Await() {
    }

    /** Returns when the condition holds, and fails with {@code what} if it does not hold in time. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.currentTimeMillis() + LIMIT_MILLIS;
        while (!condition.call()) {
            if (System.currentTimeMillis() > end) {
                throw new AssertionError("not within " + LIMIT_MILLIS + " ms: " + what);
            }
            Thread.sleep(5);
        }
    }
}
