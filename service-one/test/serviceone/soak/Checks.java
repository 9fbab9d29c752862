package serviceone.soak;

import java.io.PrintStream;
import java.util.Locale;

/** Prints what was checked, and counts. Used by one thread. */
final class Checks {
    private final PrintStream out;
    private int passed;
    private int failed;

    Checks(PrintStream out) {
        this.out = out;
    }

    void check(boolean holds, String format, Object... values) {
        out.println((holds ? "ok      " : "FAILED  ") + String.format(Locale.ROOT, format, values));
        if (holds) {
            passed++;
        } else {
            failed++;
        }
    }

    boolean isGood() {
        return failed == 0 && passed > 0;
    }

    @Override
    public String toString() {
        return passed + " passed, " + failed + " failed";
    }
}
