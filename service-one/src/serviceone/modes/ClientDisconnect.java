package serviceone.modes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.calls.Requester;
import serviceone.meter.ConnectionMeter;
import serviceone.server.ClientSocket;

/**
 * Notices that a client has reset its connection while nobody reads from it: before its request is begun, and between
 * two of its calls. The thread that serves the connection looks, when it has not heard of the client for a second.
 *
 * <p>Only a reset tells that nobody is there. The end of the input does not: it is also how a client says that it has
 * asked all it wants to, and now waits for the answer ({@code printf … | nc -N}; RFC 9112, 9.6). A program that
 * ends without having been answered usually leaves only that behind: its kernel sends a reset only when
 * something is sent to it, which is the answer. And behind the end of the input no read tells of a reset.
 */
final class ClientDisconnect implements Requester {
    /** A look is a system call: among four calls that take as long as they should, there is none. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final ClientSocket socket;
    private final ByteBuffer input;
    private long lookedAt = System.nanoTime() - PATIENCE_NANOS;

    /** @param input what has been read and not yet parsed, ready to be parsed from; what a look reads is added */
    ClientDisconnect(ClientSocket socket, ByteBuffer input) {
        this.socket = socket;
        this.input = input;
    }

    @Override
    public ConnectionMeter meter() {
        return socket.meter();
    }

    @Override
    public boolean hasLeft() {
        long now = System.nanoTime();
        if (now - lookedAt < PATIENCE_NANOS || now - meter().since() < PATIENCE_NANOS) {
            return false;
        }
        lookedAt = now;
        return isReset();
    }

    /** A read that does not wait. Into a full buffer nothing is read: then the client that sends so much is there. */
    private boolean isReset() {
        SocketChannel channel = socket.channel();
        boolean waits = channel.isBlocking();
        input.compact();
        try {
            channel.configureBlocking(false);
            channel.read(input);
            channel.configureBlocking(waits);
            return false;
        } catch (IOException e) {
            return true;      // nothing will be read from it any more
        } finally {
            input.flip();
        }
    }
}
