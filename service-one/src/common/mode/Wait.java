package common.mode;

/** How a request waits. What it holds during the wait depends on the mode. */
public enum Wait {
    /** A read or a sleep that blocks its thread: calls to service two, {@code /wait-blocking}. */
    BLOCKED,
    /** A timer, which needs no thread: {@code /wait-async}, and on event loops also {@code /wait-blocking}. */
    TIMER,
    /** A native call, which occupies its platform thread or carrier: {@code /pinned}. */
    NATIVE_CALL,
    /** A monitor, in which a virtual thread has released its carrier since JDK 24 (JEP 491): {@code /synchronized}. */
    MONITOR;

    /** The length of the waits in service one's own routes. */
    public static final long MILLIS = 100;
}
