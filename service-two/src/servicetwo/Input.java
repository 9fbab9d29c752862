package servicetwo;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes that have come on a connection and that nobody has taken yet. Small while they are few, which is mostly;
 * never larger than {@link #MOST}, and then the caller has to wait. Used by the loop's thread alone.
 */
final class Input {
    /** More than the longest head, so that there is always room for the rest of one. */
    static final int MOST = 32 * 1024;
    private static final int FEW = 256;

    private byte[] bytes = new byte[FEW];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int start;         // the first that is not taken
    private int end;
    private int searched;      // up to here there is no line feed

    byte[] bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return start == end;
    }

    boolean isFull() {
        return end - start == MOST;
    }

    /** Where to read more to; what is written there counts after {@link #added}. Not to be asked for when full. */
    ByteBuffer space() {
        if (isEmpty()) {
            clear();
        } else if (end == bytes.length) {
            makeRoom();
        }
        return view.limit(bytes.length).position(end);
    }

    void added(int count) {
        end += count;
    }

    /** Where the next line begins. */
    int start() {
        return start;
    }

    /** Where its line feed is; -1 where that has not come yet. */
    int lineFeed() {
        while (searched < end) {
            if (bytes[searched] == '\n') {
                return searched;
            }
            searched++;
        }
        return -1;
    }

    /** How many bytes there are. */
    int length() {
        return end - start;
    }

    void take(long count) {
        start += (int) count;
        searched = start;
    }

    void clear() {
        if (bytes.length > FEW) {
            use(new byte[FEW]);
        }
        start = 0;
        end = 0;
        searched = 0;
    }

    /** Moves what is left to the front, or makes the array larger where it is there already. */
    private void makeRoom() {
        int length = length();
        searched -= start;
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, length);
        } else {
            use(Arrays.copyOf(bytes, Math.min(2 * length, MOST)));
        }
        start = 0;
        end = length;
    }

    private void use(byte[] array) {
        bytes = array;
        view = ByteBuffer.wrap(array);
    }
}
