package serviceone.calls;

import java.io.IOException;
import serviceone.meter.Stage;

/** Why the request cannot go on. Clients see the message: it must name nothing internal, such as an address. */
public final class CallException extends IOException {
    public enum Kind {
        UNAUTHORIZED(401, "unknown token"),
        TOKEN_TOO_LONG(431, "the token is too long for service two"),
        FORBIDDEN(403, "the user lacks the authority " + Call.AUTHORITY),
        FAILED(502, "service two failed"),      // not reachable, closed the connection, or sent an error
        WRONG(502, "service two answered with something unexpected"),
        LATE(504, "service two is late"),      // to accept the connection or to answer
        REFUSED(503, "calls to service two have reached their limit"),      // the call was not made
        ABANDONED(499, "the client has left");      // the call was not made; 499 is a status that nginx invented

        private final int status;
        private final String words;

        Kind(int status, String words) {
            this.status = status;
            this.words = words;
        }

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

    static CallException inStage(Stage stage, Kind kind, Throwable cause) {
        return new CallException(kind, stage.label() + ": " + kind.words, cause);
    }

    static CallException withDetail(Stage stage, Kind kind, String detail) {
        return new CallException(kind, stage.label() + ": " + detail, null);
    }

    public static CallException refused(Stage stage, String why) {
        return withDetail(stage, Kind.REFUSED, why);
    }

    /** For a call whose caller has stopped waiting. */
    public static CallException late(Stage stage, String why) {
        return withDetail(stage, Kind.LATE, why);
    }

    public Kind kind() {
        return kind;
    }

    /** If this returns true, the connection must not be used again. */
    static boolean isOfWrongAnswer(Throwable failure) {
        return failure instanceof CallException call && call.kind == Kind.WRONG;
    }
}
