package servicetwo;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * Uses once, before the first connection is accepted, what the JDK opens a file or a descriptor for at its first use.
 * A class whose initialiser fails for want of descriptors can never be used again (JLS 12.4.2): so a service whose
 * first callers are too many would be broken for as long as it lives. Stateless; runs on the thread that starts it.
 */
final class Preloading {
    static void beforeDescriptorsRunOut(Counts counts, DateField date) throws IOException {
        SocketChannel.open().close();      // the descriptors by which the JDK closes sockets
        counts.json();                     // the library that knows the CPU time
        date.bytes();                      // the names of days and months
    }
}
