package serviceone.observe;

/** What a command's process ends with. */
enum ExitCode {
    OK(0), USAGE(1), COULD_NOT(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
