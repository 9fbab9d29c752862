package serviceone.server;

/** How a client's connection ended that was open when the server was stopped. */
public enum Ending {
    /** It had asked for nothing, or its client went away. */
    IDLE,
    /** Its last request got a response. */
    ANSWERED,
    /** The same, but that was a 502 or 504: service two failed, was late, or has gone away. */
    FAILED,
    /** It got a 503. */
    REFUSED,
    /** The time for answering was over in the middle of a request or a response. */
    CUT_OFF;

    /** Of a connection that got this status last. */
    public static Ending of(int status) {
        return switch (status) {
            case 502, 504 -> FAILED;
            case 503 -> REFUSED;
            default -> ANSWERED;
        };
    }
}
