package serviceone.server;

/** How a client's connection ended that was open when the server was stopped. */
enum Ending {
    /** It had asked for nothing, or its client went away. */
    IDLE,
    /** Its last request got a response. */
    ANSWERED,
    /** It got a 503. */
    REFUSED,
    /** The time for answering was over. */
    CUT_OFF
}
