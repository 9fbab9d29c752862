package serviceone.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;

/**
 * Ends a connection so that its client sees the last answer: where bytes are left unread, closing at once makes the
 * kernel send a reset, which may overtake the answer (RFC 9112, 9.6). So: no more from us, then read what still comes.
 */
final class Lingering {
    private static final int BUFFER_BYTES = 1024;

    private Lingering() {
    }

    /** Waits on the calling thread until the client closes, {@link Settings#LINGER_MILLIS} at most. Leaves the channel open. */
    static void close(SocketChannel channel) throws IOException {
        channel.shutdownOutput();
        InputStream in = channel.socket().getInputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        long end = System.nanoTime() + Settings.nanos(Settings.LINGER_MILLIS);
        try {
            do {
                int left = (int) Math.max(1, (end - System.nanoTime()) / 1_000_000);
                channel.socket().setSoTimeout(left);
            } while (in.read(buffer) >= 0 && System.nanoTime() - end < 0);
        } catch (SocketTimeoutException e) {
            // it has had its time
        }
    }
}
