package serviceone.meter;

/** The waits that service one's own routes make, by what they wait in. */
public enum OwnWait {
    /** {@code /wait-blocking}: a sleep of the request's thread. */
    SLEEP,
    /** {@code /wait-async}, and in {@code async} {@code /wait-blocking} too: a timer, and no thread. */
    TIMER,
    /** {@code /pinned}: a native call, which holds whatever thread of the system it is made on. */
    NATIVE_CALL,
    /** {@code /synchronized}: a sleep in a monitor, which holds an event loop's worker, but no carrier. */
    MONITOR;

    /** How long each of them waits. */
    public static final long MILLIS = 100;
}
