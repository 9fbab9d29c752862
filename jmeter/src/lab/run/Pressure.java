package lab.run;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** For how long some task of the machine had to wait (the kernel's Documentation/accounting/psi.rst). Stateless. */
final class Pressure {
    private static final Pattern TOTAL = Pattern.compile("some .*total=(\\d+)");

    private Pressure() {
    }

    /**
     * Seconds since boot.
     *
     * @param resource cpu or memory
     * @return NaN where the kernel does not account for it
     */
    static double seconds(Path proc, String resource) {
        return Kernel.lines(proc.resolve("pressure").resolve(resource)).stream().map(TOTAL::matcher)
                .filter(Matcher::matches).mapToDouble(total -> Long.parseLong(total.group(1)) / 1e6).findFirst()
                .orElse(Double.NaN);
    }
}
