package common.mode;

/** What a request waits in: what it holds meanwhile depends on the mode. */
public enum Wait {
    /** A read or a sleep, which blocks its thread: the calls to service two, {@code /wait-blocking}. */
    BLOCKED,
    /** A timer, which needs no thread: {@code /wait-async}, and on event loops {@code /wait-blocking} too. */
    TIMER,
    /** A native call, which holds whatever thread of the system it is made on: {@code /pinned}. */
    NATIVE_CALL,
    /** A monitor, in which a virtual thread leaves its carrier since JDK 24 (JEP 491): {@code /synchronized}. */
    MONITOR;

    /** How long each of service one's own routes waits. */
    public static final long MILLIS = 100;
}
