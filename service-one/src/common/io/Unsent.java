package common.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Bytes that wait until the client can take them. Used by the loop's thread alone. */
public final class Unsent {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    /** Usually nothing else is unsent, unless the client has been slow to take a 100 (Continue). */
    public void add(byte[] more) {
        bytes = !bytes.hasRemaining() ? ByteBuffer.wrap(more)
                : ByteBuffer.allocate(bytes.remaining() + more.length).put(bytes).put(more).flip();
    }

    /**
     * Sends what the client takes now, and has the loop report when it takes more. Returns whether everything was sent.
     */
    public boolean send(SocketChannel channel, SelectionKey key) throws IOException {
        channel.write(bytes);
        boolean all = !bytes.hasRemaining();
        EventLoop.want(SelectionKey.OP_WRITE, !all, key);
        bytes = all ? NOTHING : bytes;
        return all;
    }

    /** The bytes, for another sender. */
    public ByteBuffer bytes() {
        return bytes;
    }
}
