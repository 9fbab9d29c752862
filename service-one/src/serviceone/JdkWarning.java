package serviceone;

import java.util.Optional;

/** What the JDK itself could spoil: said at the start, because a hang looks like this program's. Stateless. */
final class JdkWarning {
    private static final Runtime.Version MENDED = Runtime.Version.parse("25.0.3");

    private JdkWarning() {
    }

    /** Nothing where the version is new enough. */
    static Optional<String> of(Runtime.Version version) {
        return version.compareToIgnoreOptional(MENDED) >= 0 ? Optional.empty()
                : Optional.of("this JDK is " + version + "; before 25.0.3 a virtual thread can stay parked for ever (JDK-8369227)");
    }
}
