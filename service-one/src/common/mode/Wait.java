package common.mode;

/** How a request waits. The mode decides what the request holds meanwhile. */
public enum Wait {
    /** Blocks the request's thread, if it has one: a call to service two, {@code /wait-blocking}. */
    BLOCKED,
    /** Needs no thread: {@code /wait-async}, and on event loops also {@code /wait-blocking}. */
    TIMER,
    /** Occupies its platform thread or carrier: {@code /pinned}. */
    NATIVE_CALL,
    /** Since JDK 24 (JEP 491), a virtual thread releases its carrier here: {@code /synchronized}. */
    MONITOR;

    /** The length of a wait in service one's own routes. */
    public static final int MILLIS = 100;
}
