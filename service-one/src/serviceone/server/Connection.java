package serviceone.server;

/** What a mode makes of a socket that its drain has taken. */
public interface Connection {
    /** Any thread: ends it, soon, if it only waits for a request and none has come. */
    void endIfIdle();
}
