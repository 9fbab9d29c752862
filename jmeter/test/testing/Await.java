package testing;

import java.util.concurrent.Callable;

/** Waits for what another thread or process brings about, for as long as a loaded machine may need. */
public final class Await {
    private static final long LIMIT_MILLIS = 60_000;

    private Await() {
    }

    /** Returns when the condition holds; fails, saying what was awaited, if it never does. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.currentTimeMillis() + LIMIT_MILLIS;
        while (!condition.call()) {
            if (System.currentTimeMillis() > end) {
                throw new AssertionError("waited " + LIMIT_MILLIS + " ms in vain until " + what);
            }
            Thread.sleep(5);
        }
    }
}
