package serviceone.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.calls.Requester;

/**
 * Notices that a client has reset its connection while nobody reads from it: before its request is begun, and between
 * two of its calls. Used by the one thread that serves the connection.
 *
 * <p>Only a reset tells that nobody is there. The end of the input does not: it is also how a client says that it has
 * asked all it wants to, and then it waits for the answer ({@code printf … | nc -N}; RFC 9112, 9.6). A program that
 * ends without having been answered mostly leaves no more than that behind: its kernel sends a reset only when
 * something is sent to it, which is the answer. And behind the end of the input no read tells of a reset.
 *
 * <p>A look is a read that does not wait. On a virtual thread that is one system call, as the JDK has made the socket
 * non-blocking already; on a platform thread it is five, four of them to make it non-blocking and blocking again. So a
 * client is looked at only when it has not been heard of for a while, on a platform thread moreover only when it was
 * itself in the queue for that long, or other sockets wait for that thread.
 */
final class ResetCheck implements Requester {
    /** Of four calls in a row that take as long as they should, none is preceded by a look. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private final SocketChannel channel;
    private final ByteBuffer received;
    private final ThreadSource threads;
    private long heardAt;
    private boolean hasWaited = true;      // its socket was in the queue since then, and nothing has been heard since

    /**
     * @param received    what has been read and not yet parsed, ready to be parsed from; what a look reads is added
     * @param queuedSince when the socket was put into the queue, as {@link System#nanoTime}: the client was there then
     */
    ResetCheck(SocketChannel channel, ByteBuffer received, ThreadSource threads, long queuedSince) {
        this.channel = channel;
        this.received = received;
        this.threads = threads;
        this.heardAt = queuedSince;
    }

    /** The client has just sent something. */
    void heard() {
        heardAt = System.nanoTime();
        hasWaited = false;
    }

    @Override
    public boolean hasLeft() {
        boolean due = System.nanoTime() - heardAt > PATIENCE_NANOS;
        return due && (Thread.currentThread().isVirtual() || hasWaited || threads.areShort()) && isReset();
    }

    /** A full buffer cannot be read into: then the client that sends so much is taken to be there. */
    private boolean isReset() {
        heard();
        received.compact();
        try {
            channel.configureBlocking(false);
            channel.read(received);
            channel.configureBlocking(true);
            return false;
        } catch (IOException e) {
            return true;      // not blocking again: nothing will be read from it any more
        } finally {
            received.flip();
        }
    }
}
