package serviceone.options;

/** What a process of this program ends with. */
public enum ExitCode {
    OK(0), USAGE(1), COULD_NOT(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
