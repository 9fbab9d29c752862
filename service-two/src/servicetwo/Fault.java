package servicetwo;

/** What a call meets, by the options and by chance. */
enum Fault {
    NONE,
    /** A 500 after the wait. */
    ERROR,
    /** No answer; the connection stays, until its caller or service two ends. */
    HANG,
    /** After the wait, the connection is reset. */
    RESET
}
