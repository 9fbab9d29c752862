package serviceone.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import serviceone.http.Response;

/**
 * Answers 503 to connections for which there is no room, on virtual threads of its own whatever the mode: a refusal must
 * not wait for the threads that are busy. Beyond {@link #MOST_AT_ONCE} it just closes, as a flood deserves.
 */
final class Refusals {
    private static final int MOST_AT_ONCE = 256;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Semaphore permits = new Semaphore(MOST_AT_ONCE);
    private final byte[] answer = Response.error(503, "too many connections")
            .withField("Retry-After", String.valueOf(RETRY_AFTER_SECONDS)).encodeLast();

    void refuse(SocketChannel channel) {
        if (permits.tryAcquire()) {
            Thread.ofVirtual().name("refusal").start(() -> answer(channel));
        } else {
            close(channel);
        }
    }

    private void answer(SocketChannel channel) {
        try {
            channel.write(ByteBuffer.wrap(answer));
            Lingering.close(channel);
        } catch (IOException e) {
            // the client has not waited for its refusal
        } finally {
            close(channel);
            permits.release();
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // it is gone, properly or not
        }
    }
}
