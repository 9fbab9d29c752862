package testing;

import module java.base;

/** The limit is a minute, because the machine may be loaded. */
public final class Await {
    private static final long LIMIT_MILLIS = 60_000;

    private Await() {
    }

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(() -> what, condition);
    }

    static void until(Supplier<String> what, Callable<Boolean> condition) throws Exception {
        long end = System.currentTimeMillis() + LIMIT_MILLIS;
        while (!condition.call()) {
            if (System.currentTimeMillis() > end) {
                throw new AssertionError("not within " + LIMIT_MILLIS + " ms: " + what.get());
            }
            Thread.sleep(5);
        }
    }
}
