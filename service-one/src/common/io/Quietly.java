package common.io;

import java.io.Closeable;
import java.io.IOException;

/** Closes what nobody needs any more, and ignores failures. */
public final class Quietly {
    private Quietly() {
    }

    /** @param unused may be null */
    public static void close(Closeable unused) {
        try {
            if (unused != null) {
                unused.close();
            }
        } catch (IOException e) {
            // nobody needs it any more
        }
    }
}
