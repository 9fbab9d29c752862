package serviceone.server;

/** What a mode makes of a socket that its drain has taken. */
public interface Connection {
    /** Any thread: ends it, soon, if it only waits for a request and none has come. */
    void endIfIdle();

    /** Any thread: resets it if a thread waits for its client to take a response. What no thread waits for, stays. */
    default void endIfSending() {
    }
}
