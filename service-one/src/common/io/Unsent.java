package common.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Bytes that the client's socket has not accepted yet. */
public final class Unsent {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    public void add(byte[] more) {
        bytes = !bytes.hasRemaining() ? ByteBuffer.wrap(more)
                : ByteBuffer.allocate(bytes.remaining() + more.length).put(bytes).put(more).flip();
    }

    /** Returns whether all bytes are sent. The selector reports when the socket accepts more. */
    public boolean send(SocketChannel channel, SelectionKey key) throws IOException {
        channel.write(bytes);
        boolean all = !bytes.hasRemaining();
        EventLoop.setInterest(SelectionKey.OP_WRITE, !all, key);
        bytes = all ? NOTHING : bytes;
        return all;
    }

    public ByteBuffer bytes() {
        return bytes;
    }
}
