package serviceone.calls;

import module java.base;
import common.io.FailureLog;
import serviceone.meter.Stage;

/** Clients see the message, so it must not contain the cause's message, which may name addresses. */
public final class CallException extends IOException {
    public enum Kind {
        UNAUTHORIZED(401, "unknown token"),
        TOKEN_TOO_LONG(431, "the token is too long for service two"),
        FORBIDDEN(403, "the user lacks the authority " + Call.AUTHORITY),
        FAILED(502, "service two failed"),
        WRONG(502, "service two answered with something unexpected"),
        LATE(504, "service two is late"),
        REFUSED(503, "calls to service two have reached their limit"),
        ABANDONED(499, "the client has left");      // invented by nginx

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

    private static final System.Logger LOG = System.getLogger(CallException.class.getName());
    private static final long serialVersionUID = 1;
    private final Kind kind;

    private CallException(Kind kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    static CallException of(Kind kind) {
        return new CallException(kind, kind.words, null);
    }

    static CallException inStage(Stage stage, Kind kind, Throwable cause) {
        return new CallException(kind, stage.label() + ": " + kind.words, cause);
    }

    /** The log gets the cause of a failed call, because the client does not. */
    static CallException of(Stage stage, Throwable failure) {
        if (failure instanceof SocketTimeoutException) {
            return inStage(stage, Kind.LATE, failure);
        }
        CallException failed = inStage(stage, Kind.FAILED, failure);
        if (!(failure instanceof ClosedByInterruptException)) {      // then nobody wants the answer any more
            FailureLog.warn(LOG, failed.getMessage(), failure);
        }
        return failed;
    }

    static CallException withDetail(Stage stage, Kind kind, String detail) {
        return new CallException(kind, stage.label() + ": " + detail, null);
    }

    public static CallException refused(Stage stage, String why) {
        return withDetail(stage, Kind.REFUSED, why);
    }

    public static CallException late(Stage stage, String why) {
        return withDetail(stage, Kind.LATE, why);
    }

    public Kind kind() {
        return kind;
    }
}
