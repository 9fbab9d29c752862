package common.commandline;

/** What a user has to write in another way. It is unchecked, because {@link Tool} answers it for all commands. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
