package servicetwo;

/** What goes wrong for a user: with a user for each fault, service one's handling of it can be tried with curl alone. */
enum Faults {
    NONE,
    /** {@code /authorize} answers 500. */
    AUTHORIZE_FAILS,
    /** {@code /meetings} answers {@link #LATE_MILLIS} later than it should: after service one's deadline. */
    MEETINGS_ARE_LATE;

    /** Longer than the 10 s that service one waits by default. */
    static final long LATE_MILLIS = 30_000;
}
