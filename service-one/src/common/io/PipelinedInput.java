package common.io;

import java.nio.ByteBuffer;

/** Bytes that a client sent before its previous request was answered. */
public final class PipelinedInput {
    /** From this many bytes on, the event loop reads no more. */
    private static final int MOST = 16 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer bytes = NOTHING;

    public boolean isEmpty() {
        return !bytes.hasRemaining();
    }

    public int room() {
        return Math.max(0, MOST - bytes.remaining());
    }

    /** Copies the bytes, because the event loop reuses its buffer. */
    public void keep(ByteBuffer in) {
        if (in != bytes && in.hasRemaining()) {
            ByteBuffer both = ByteBuffer.allocate(bytes.remaining() + in.remaining());
            bytes = both.put(bytes).put(in).flip();
        }
        if (isEmpty()) {
            drop();
        }
    }

    /** After parsing, pass the buffer to {@link #keep}. */
    public ByteBuffer bytes() {
        return bytes;
    }

    public void drop() {
        bytes = NOTHING;
    }
}
