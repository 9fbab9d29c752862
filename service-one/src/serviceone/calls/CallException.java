package serviceone.calls;

import java.io.IOException;
import serviceone.meter.Stage;

/**
 * A call to service two whose outcome prevents the request from going on. Its message names the stage and the kind of
 * failure, but nothing internal (no address, class or stack), so clients may see it.
 */
public final class CallException extends IOException {
    public enum Kind {
        UNAUTHORIZED(401, "unknown token"),
        TOKEN_TOO_LONG(431, "the token is too long for service two"),
        FORBIDDEN(403, "the user lacks the authority " + Call.AUTHORITY),
        FAILED(502, "service two failed"),      // it is not reachable, broke off, or answered with an error
        WRONG(502, "service two answered with something unexpected"),      // or with the answer to another call
        LATE(504, "service two is late"),      // it did not accept the connection, or did not answer, in time
        REFUSED(503, "calls to service two have reached their limit"),      // the call was not made
        ABANDONED(499, "the client has left");      // the call was not made; nginx's status, which no client sees

        private final int status;
        private final String words;

        Kind(int status, String words) {
            this.status = status;
            this.words = words;
        }

        /** The status of the response to the client. */
        public int status() {
            return status;
        }
    }

    private static final long serialVersionUID = 1;
    private final Kind kind;

    private CallException(Kind kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    /** Names no stage, because the client's own request is wrong. */
    static CallException of(Kind kind) {
        return new CallException(kind, kind.words, null);
    }

    static CallException at(Stage stage, Kind kind, Throwable cause) {
        return new CallException(kind, stage.label() + ": " + kind.words, cause);
    }

    static CallException saying(Stage stage, Kind kind, String detail) {
        return new CallException(kind, stage.label() + ": " + detail, null);
    }

    /** A call that was not made. */
    public static CallException refused(Stage stage, String why) {
        return saying(stage, Kind.REFUSED, why);
    }

    /** A call that its caller waits for no longer. */
    public static CallException late(Stage stage, String why) {
        return saying(stage, Kind.LATE, why);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether the call failed because its answer was wrong: then the connection must not be used again. */
    static boolean isOfWrongAnswer(Throwable failure) {
        return failure instanceof CallException call && call.kind == Kind.WRONG;
    }
}
