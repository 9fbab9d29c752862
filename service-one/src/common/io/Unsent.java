package common.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Bytes that wait until the client's socket accepts them. Used by the loop's thread alone. */
public final class Unsent {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    /** Adds bytes. Others may be unsent already, such as a 100 (Continue) that the client is slow to read. */
    public void add(byte[] more) {
        bytes = !bytes.hasRemaining() ? ByteBuffer.wrap(more)
                : ByteBuffer.allocate(bytes.remaining() + more.length).put(bytes).put(more).flip();
    }

    /**
     * Sends what the socket accepts now. If bytes remain, the loop will report when the socket accepts more. Returns
     * whether everything was sent.
     */
    public boolean send(SocketChannel channel, SelectionKey key) throws IOException {
        channel.write(bytes);
        boolean all = !bytes.hasRemaining();
        EventLoop.setInterest(SelectionKey.OP_WRITE, !all, key);
        bytes = all ? NOTHING : bytes;
        return all;
    }

    /** The bytes, for another sender. */
    public ByteBuffer bytes() {
        return bytes;
    }
}
