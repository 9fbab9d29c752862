package experiment.plan;

/**
 * The person who started the program asked for something that it can't do; the message tells them what and what to ask
 * instead.
 */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
