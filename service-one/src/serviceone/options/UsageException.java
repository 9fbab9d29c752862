package serviceone.options;

/** Thrown for a command line that cannot be taken; its message names the option and what it takes. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
