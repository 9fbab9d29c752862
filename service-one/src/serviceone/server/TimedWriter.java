package serviceone.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.io.Deadline;
import serviceone.io.Quietly;

/**
 * Sends bytes to a client, which may be slow to take them: one that is too slow loses its connection. Used by the one
 * thread that serves the connection; the watchdog's wakes it by closing the channel.
 */
final class TimedWriter {
    private final SocketChannel channel;
    private final long millis;
    private final Deadline deadline = new Deadline(this::closeChannel);

    /** @param millis how long the client may take each time */
    TimedWriter(SocketChannel channel, long millis) {
        this.channel = channel;
        this.millis = millis;
    }

    /** Waits until the kernel has taken all. */
    void write(byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        deadline.set(millis);
        while (out.hasRemaining()) {      // on a virtual thread even a blocking channel may take a part only
            channel.write(out);
        }
        if (!deadline.clear()) {
            throw new IOException("the client was late in taking its response");
        }
    }

    /** Of the writing; for the watchdog to check while a thread may write. */
    Deadline deadline() {
        return deadline;
    }

    private void closeChannel() {
        Quietly.close(channel);
    }
}
