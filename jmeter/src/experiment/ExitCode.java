package experiment;

/** How the program ends. After Ctrl-C it is the JVM's own 130. */
enum ExitCode {
    /** A report was written. */
    OK(0),
    /** The command line, or the experiment's file, asks for something that can't be done. */
    USAGE(1),
    /** JMeter, a program or a folder that is needed is not there. */
    CANNOT_START(2),
    /** A report was written, but not one point in it is valid. */
    NOTHING_VALID(3);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
