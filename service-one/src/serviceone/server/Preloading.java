package serviceone.server;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import serviceone.io.FailureLog;
import serviceone.meter.Mode;
import serviceone.routes.NativeSleep;

/**
 * Uses once, before the first connection is accepted, what the JDK opens a file or a descriptor for at its first use. A
 * class whose initialiser fails for want of descriptors can never be used again (JLS 12.4.2): so a service whose first
 * clients are too many would be broken for as long as it lives. Stateless; the thread that starts the server runs it.
 */
final class Preloading {
    private static final System.Logger LOG = System.getLogger(Preloading.class.getName());
    private static final int WAIT_MILLIS = 1;

    static void beforeDescriptorsRunOut(Mode mode) {
        new SimpleFormatter().format(new LogRecord(Level.INFO, ""));      // the time zones: lib/tzdb.dat
        NativeSleep.millis(0);                                            // the C library's symbols: libsyslookup.so
        if (mode.isOnVirtualThreads()) {
            awaitVirtualThread();
        }
    }

    /** The first virtual thread that waits for a socket has the JDK make the epoll instances that all others need. */
    private static void awaitVirtualThread() {
        try {
            Thread.ofVirtual().start(Preloading::waitForNothing).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void waitForNothing() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            socket.setSoTimeout(WAIT_MILLIS);
            socket.receive(new DatagramPacket(new byte[1], 1));
        } catch (SocketTimeoutException e) {
            // as expected: nobody sends anything
        } catch (IOException e) {
            FailureLog.log(LOG, "no virtual thread can wait for a socket", e);
        }
    }
}
