package serviceone.modes;

import java.io.IOException;
import java.nio.ByteBuffer;

/** How a {@link BlockingConnection} waits for its client: on its thread (loom), or without one (pool). */
public sealed interface Transport permits WaitingTransport, PolledTransport {
    interface Writing {
        boolean write() throws IOException;
    }

    /**
     * Reads what has come.
     *
     * @param millis time for the client if nothing has come
     * @param begun  whether a part of the request has come before
     * @return the number of bytes, -1 if the client sends nothing more or is late, or 0 if this thread must not wait
     */
    int read(ByteBuffer in, long millis, boolean begun) throws IOException;

    void write(byte[] bytes) throws IOException;

    /**
     * Ends this connection's turn: others go first. Returns true if another thread goes on; then this one must not
     * touch the connection any more. Returns false if this thread goes on.
     *
     * @param hasMore whether the client has sent more, so that the next turn can begin at once
     */
    boolean handOver(boolean hasMore);

    /** Writes the response after this time, and returns whether this thread goes on. */
    boolean later(long millis, Writing response) throws IOException, InterruptedException;

    /** Any thread: ends the connection if no byte of a request has come. */
    void endIfIdle();

    /** Any thread, but only while no request is being answered: ends the wait for the client. */
    void stopWaiting();

    /** Ends the connection when the client has the last answer. */
    void endAfter(int status, boolean unparsed);

    void end();
}
