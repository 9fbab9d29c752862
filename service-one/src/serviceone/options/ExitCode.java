package serviceone.options;

/** What a process of this program ends with. */
public enum ExitCode {
    OK(0), USAGE(1), COULD_NOT(2),
    /** It ran, and cannot go on; also the JVM's own for {@code -XX:+ExitOnOutOfMemoryError}. */
    CANNOT_GO_ON(3);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
