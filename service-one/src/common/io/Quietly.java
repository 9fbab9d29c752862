package common.io;

import java.io.Closeable;
import java.io.IOException;

/** Closes what nobody needs any more, and ignores failures. */
public final class Quietly {
    private Quietly() {
    }

    /** @param unused what nobody needs any more; may be null */
    public static void close(Closeable unused) {
        try {
            if (unused != null) {
                unused.close();
            }
        } catch (IOException e) {
            // Nobody needs it, whether it was closed properly or not.
        }
    }
}
