package serviceone;

import java.util.Optional;

/** Warns of a JDK with a bug that lets requests hang: else the hang would be taken for this program's. No state. */
final class JdkWarning {
    private static final Runtime.Version FIRST_FIXED = Runtime.Version.parse("25.0.3");

    /** Nothing where the version is new enough. */
    static Optional<String> of(Runtime.Version version) {
        return version.compareToIgnoreOptional(FIRST_FIXED) >= 0 ? Optional.empty()
                : Optional.of("this JDK is " + version + "; before " + FIRST_FIXED
                        + " a virtual thread can stay parked for ever (JDK-8369227)");
    }
}
