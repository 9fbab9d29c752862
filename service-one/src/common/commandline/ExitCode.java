package common.commandline;

/** How a process of this project ends. After Ctrl-C a tool's is the JVM's own 130. */
public enum ExitCode {
    OK(0),
    /** The command line, or a file that it names, asks for something that cannot be done. */
    USAGE(1),
    /** JMeter, a service, a port or a folder that is needed is not there. */
    COULD_NOT(2),
    /**
     * A service cannot go on; it is also the JVM's own code for {@code -XX:+ExitOnOutOfMemoryError}. A tool ran to its
     * end, but a request or an assertion failed, or nothing that was measured is of use.
     */
    FAILED(3);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
