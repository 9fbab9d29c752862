package serviceone.calls;

import java.io.IOException;
import serviceone.meter.Stage;

/**
 * A call to service two that gave no answer that the request can go on with. Its message names the stage and the kind
 * of failure, and nothing internal: no address, no class, no stack; so a client may be shown it.
 */
public final class CallException extends IOException {
    public enum Kind {
        UNAUTHORIZED,      // service two does not know the token
        TOKEN_TOO_LONG,    // service two does not take so long a token
        FORBIDDEN,         // it knows the user, who lacks the authority
        FAILED,            // it could not be reached, broke off, or answered with an error
        WRONG,             // what it answered is no answer to this call, and may be one to another's
        LATE,              // it did not take the connection, or did not answer, in time
        REFUSED,           // it was not asked: as many calls were in flight as the limit on them allows
        ABANDONED          // it was not asked: nobody waits for the answer any more
    }

    private static final long serialVersionUID = 1;
    private final Kind kind;

    CallException(Kind kind, String reason, Throwable cause) {
        super(reason, cause);
        this.kind = kind;
    }

    static CallException at(Stage stage, Kind kind, String detail, Throwable cause) {
        return new CallException(kind, stage.label() + ": " + detail, cause);
    }

    static CallException failed(Stage stage, Throwable cause) {
        return at(stage, Kind.FAILED, "service two failed", cause);
    }

    static CallException late(Stage stage, Throwable cause) {
        return at(stage, Kind.LATE, "service two is late", cause);
    }

    static CallException refused(Stage stage, Bulkhead limit) {
        String detail = "service two has as many calls as --max-calls " + limit.most() + " allows";
        return at(stage, Kind.REFUSED, detail, null);
    }

    static CallException abandoned(Stage stage) {
        return at(stage, Kind.ABANDONED, "the client has left", null);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a call failed because of what its connection brought: then no call is to be made on that again. */
    static boolean isOfWrongAnswer(Throwable failure) {
        return failure instanceof CallException call && call.kind == Kind.WRONG;
    }
}
