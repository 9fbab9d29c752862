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
     * @return the number of bytes, -1 at the end of the input, or 0 if this thread must not wait for the client
     */
    int read(ByteBuffer in, long millis) throws IOException;

    void write(byte[] bytes) throws IOException;

    /** Returns whether this thread waits for the next request. If not, it must not touch the connection any more. */
    boolean keepsThread();

    /** Writes the response after this time, and returns what {@link #keepsThread} would. */
    boolean later(long millis, Writing response) throws IOException, InterruptedException;

    /** Any thread: ends the connection if no byte of a request has come. */
    void endIfIdle();

    /** Any thread, but only while no request is being answered. */
    void refuse();

    /** Ends the connection when the client has the last answer. */
    void endAfter(int status, boolean unparsed);

    void end();
}
