package jmeter;

/** The exit codes of the commands, the same ones in the whole project. */
enum Exit {
    OK(0), USAGE(1), NO_START(2),
    /** The run went to its end, but a request failed or an assertion did not hold. */
    FAILED(3);

    private final int code;

    Exit(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
