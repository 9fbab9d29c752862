package servicetwo;

/** What goes wrong for a user: with a user for each fault, anyone can try with curl how service one takes it. */
enum UserFault {
    NONE,
    /** {@code /authorize} answers 500. */
    AUTHORIZE_FAILS,
    /** {@code /meetings} answers {@link #LATE_MILLIS} later than it should: after service one's deadline. */
    MEETINGS_ARE_LATE;

    /** Longer than the 10 s that service one waits by default. */
    static final int LATE_MILLIS = 30_000;
}
