package common.io;

import java.io.Closeable;
import java.io.IOException;

/** Closes what nobody needs any more, and ignores failures. */
public final class Quietly {
    private Quietly() {
    }

    /** Closes it, unless it is null. */
    public static void close(Closeable unused) {
        try {
            if (unused != null) {
                unused.close();
            }
        } catch (IOException e) {
            // It is gone, properly or not, and nobody needs it.
        }
    }
}
