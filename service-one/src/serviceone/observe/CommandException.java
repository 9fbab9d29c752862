package serviceone.observe;

/** A command that cannot be carried out; its message is for the person who gave it. */
final class CommandException extends Exception {
    private static final long serialVersionUID = 1;
    private final ExitCode exitCode;

    private CommandException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** It was given wrongly. */
    static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** It was given rightly, and the world is not as it needs it. */
    static CommandException couldNot(String message) {
        return new CommandException(ExitCode.COULD_NOT, message);
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
