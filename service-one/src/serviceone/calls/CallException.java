package serviceone.calls;

import java.io.IOException;
import serviceone.meter.Stage;

/**
 * A call to service two that gave no answer that the request can go on with. Its message names the stage and the kind
 * of failure, and nothing internal: no address, no class, no stack; so a client may be shown it.
 */
public final class CallException extends IOException {
    public enum Kind {
        UNAUTHORIZED(401, "unknown token"),
        TOKEN_TOO_LONG(431, "the token is too long for service two"),
        FORBIDDEN(403, "without the authority " + Call.AUTHORITY),
        FAILED(502, "service two failed"),      // it could not be reached, broke off, or answered with an error
        WRONG(502, "service two answered what it should not"),      // and what may be an answer to another call
        LATE(504, "service two is late"),      // it did not take the connection, or did not answer, in time
        REFUSED(503, "service two has as many calls as allowed"),      // it was not asked
        ABANDONED(499, "the client has left");      // it was not asked; nginx's status, as nobody can be told

        private final int status;
        private final String words;

        Kind(int status, String words) {
            this.status = status;
            this.words = words;
        }

        /** Of the response to the client. */
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

    /** Where service two has found what is wrong with the request: no stage is named. */
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

    /** A call that its caller has given up. */
    public static CallException late(Stage stage, String why) {
        return saying(stage, Kind.LATE, why);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a call failed because of what its connection brought: then no call is to be made on that again. */
    static boolean isOfWrongAnswer(Throwable failure) {
        return failure instanceof CallException call && call.kind == Kind.WRONG;
    }
}
