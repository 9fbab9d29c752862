package common.io;

import java.nio.ByteBuffer;

/**
 * What a client has sent ahead of its turn: requests pipelined behind the one in service. Holds a buffer only while it
 * is not empty. Used by the loop's thread alone.
 */
public final class PipelinedInput {
    /** Once this many bytes wait, the loop reads no more; one read of the loop's buffer may exceed it. */
    private static final int MOST = 16 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    public boolean isEmpty() {
        return !bytes.hasRemaining();
    }

    /** How many more bytes may be read. */
    public int room() {
        return Math.max(0, MOST - bytes.remaining());
    }

    /** Copies the rest of a buffer: it belongs to the loop, which reuses it at once. */
    public void keep(ByteBuffer in) {
        if (in != bytes && in.hasRemaining()) {
            ByteBuffer both = ByteBuffer.allocate(bytes.remaining() + in.remaining());
            bytes = both.put(bytes).put(in).flip();
        }
        if (isEmpty()) {
            drop();
        }
    }

    /** The bytes to parse; pass what is left of them to {@link #keep}. */
    public ByteBuffer bytes() {
        return bytes;
    }

    public void drop() {
        bytes = NOTHING;
    }
}
