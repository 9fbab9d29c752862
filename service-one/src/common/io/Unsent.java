package common.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Bytes that a non-blocking socket has not accepted yet. */
public final class Unsent {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    public void add(byte[] more) {
        bytes = isEmpty() ? ByteBuffer.wrap(more)
                : ByteBuffer.allocate(bytes.remaining() + more.length).put(bytes).put(more).flip();
    }

    /** Returns whether all bytes are sent. */
    public boolean send(SocketChannel channel) throws IOException {
        channel.write(bytes);
        bytes = isEmpty() ? NOTHING : bytes;
        return isEmpty();
    }

    public boolean isEmpty() {
        return !bytes.hasRemaining();
    }

    public ByteBuffer bytes() {
        return bytes;
    }
}
