package serviceone.calls;

import java.io.IOException;
import serviceone.http.Response;

/** A call to service two that gave no answer that the request can go on with; knows what the client is told about it. */
public final class CallException extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    private CallException(int status, String reason, Throwable cause) {
        super(reason, cause);
        this.status = status;
    }

    static CallException unauthorized() {
        return new CallException(401, "unknown token", null);
    }

    static CallException forbidden(String authority) {
        return new CallException(403, "without the authority " + authority, null);
    }

    /** Service two could not be reached, broke off, or answered what it should not have. */
    static CallException failed(Stage stage, String detail, Throwable cause) {
        return new CallException(502, stage.label() + ": " + detail, cause);
    }

    static CallException late(Stage stage, Throwable cause) {
        return new CallException(504, stage.label() + ": service two is late", cause);
    }

    /** Names the stage and the kind of failure, and nothing of the inside: no address, no class, no stack. */
    public Response response() {
        Response response = Response.error(status, getMessage());
        return status == 401 ? response.withField("WWW-Authenticate", "token") : response;
    }
}
