package common.commandline;

/** What was asked for cannot be done as it stands; the message is one line for the person who typed it. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
