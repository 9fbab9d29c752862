package servicetwo;

import java.io.Closeable;
import java.io.IOException;

/** Closes what nobody needs any more. Stateless. */
final class Quietly {
    static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            // It is given up either way, and there is nobody who could do anything about it.
        }
    }
}
