package common.io;

import java.nio.ByteBuffer;

/**
 * What a client has sent ahead of its turn: requests pipelined behind the one that is being answered. Holds a buffer
 * only while there is something in it. Touched by the loop's thread alone.
 */
public final class PipelinedInput {
    /** From this many bytes on nothing more is read; one read of the loop's buffer may exceed it. */
    private static final int MOST = 16 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    public boolean isEmpty() {
        return !bytes.hasRemaining();
    }

    /** How many bytes more may be read. */
    public int room() {
        return Math.max(0, MOST - bytes.remaining());
    }

    /** Adds what is left in a buffer, which is the loop's, and somebody else's in a moment: so it is copied. */
    public void keep(ByteBuffer in) {
        if (in != bytes && in.hasRemaining()) {
            ByteBuffer both = ByteBuffer.allocate(bytes.remaining() + in.remaining());
            bytes = both.put(bytes).put(in).flip();
        }
        if (isEmpty()) {
            drop();
        }
    }

    /** The bytes, to be parsed from; what is left of them is to be {@linkplain #keep kept}. */
    public ByteBuffer bytes() {
        return bytes;
    }

    public void drop() {
        bytes = NOTHING;
    }
}
