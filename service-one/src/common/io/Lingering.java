package common.io;

import module java.base;

/**
 * Ends a connection without losing the last answer. A close with unread bytes sends a reset, which may overtake the
 * answer (RFC 9112, 9.6). So this class sends the rest, half-closes the connection, and drops what still comes. Owns
 * the channel from {@link #begin} on.
 */
public final class Lingering implements EventLoop.Handler {
    /** The methods run on the loop's thread. */
    public interface Owner extends Closeable {
        /** The last answer is sent. */
        default void answered() {
        }

        @Override
        void close();

        /** Any thread. After an ordinary close, the kernel would keep unsent bytes for minutes. */
        default void reset(SocketChannel channel) {
            Quietly.resetOnClose(channel);
            close();
        }
    }

    private final EventLoop loop;
    private final SocketChannel channel;
    private final ByteBuffer unsent;
    private final int lingerMillis;
    private final Owner owner;
    private final Deadline deadline;

    private Lingering(EventLoop loop, SocketChannel channel, ByteBuffer unsent, int lingerMillis, Owner owner) {
        this.loop = loop;
        this.channel = channel;
        this.unsent = unsent;
        this.lingerMillis = lingerMillis;
        this.owner = owner;
        deadline = new Deadline(loop, this::onLate);
    }

    /**
     * Any thread.
     *
     * @param unsent       the rest of the answer
     * @param writeMillis  for the client to take the rest
     * @param lingerMillis for the client to close its end
     */
    public static void begin(EventLoop loop, SocketChannel channel, ByteBuffer unsent, int writeMillis,
            int lingerMillis, Owner owner) {
        loop.execute(() -> new Lingering(loop, channel, unsent, lingerMillis, owner).begin(writeMillis));
    }

    private void begin(int writeMillis) {
        deadline.set(writeMillis);
        try {
            channel.configureBlocking(false);
            send(loop.register(channel, SelectionKey.OP_WRITE, this));
        } catch (IOException | RuntimeException | Error e) {      // nobody else would close the channel
            failed(e);
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (key.isWritable()) {
            send(key);
        } else if (channel.read(loop.buffer()) < 0) {
            end();
        }
    }

    private void send(SelectionKey key) throws IOException {
        channel.write(unsent);
        if (!unsent.hasRemaining()) {
            channel.shutdownOutput();
            owner.answered();
            deadline.set(lingerMillis);
            boolean isShut = channel.socket().isInputShutdown();      // then the JDK reports the end at once
            key.interestOps(isShut ? 0 : SelectionKey.OP_READ);
        }
    }

    private void onLate() {
        if (unsent.hasRemaining()) {
            deadline.drop();
            owner.reset(channel);
        } else {
            end();
        }
    }

    @Override
    public void failed(Throwable failure) {
        end();
    }

    private void end() {
        deadline.drop();
        owner.close();
    }
}
