package common.http;

/**
 * A message that breaks the protocol or a limit. After it the framing is in doubt: nothing more can be read from its
 * connection, which is to be closed once the status is answered.
 */
public final class MessageException extends Exception {
    private static final long serialVersionUID = 1;
    private final int status;

    public MessageException(int status, String reason) {
        super(reason, null, false, false);      // no stack: it costs much and would tell nothing
        this.status = status;
    }

    /** The status that a server answers; a client that reads a response takes any for a broken server. */
    public int status() {
        return status;
    }
}
