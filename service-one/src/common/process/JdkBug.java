package common.process;

import java.util.Optional;

/** JDK-8369227: a virtual thread can stay parked forever. Fixed in 25.0.3, 26.0.1 and 27. */
public final class JdkBug {
    private static final Runtime.Version FIXED_25 = Runtime.Version.parse("25.0.3");
    private static final Runtime.Version FIXED_26 = Runtime.Version.parse("26.0.1");

    private JdkBug() {
    }

    /** Returns the version with the fix, if the given version has the bug. */
    public static Optional<Runtime.Version> fixedIn(Runtime.Version version) {
        return Optional.of(version.feature() == FIXED_26.feature() ? FIXED_26 : FIXED_25)
                .filter(fixed -> version.compareToIgnoreOptional(fixed) < 0);
    }
}
