package serviceone;

import common.io.FailureLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.ZoneId;
import serviceone.meter.Mode;
import serviceone.routes.NativeSleep;

/**
 * Uses once, before the first connection is accepted, what the JDK opens a file or a descriptor for at its first use. A
 * class whose initialiser fails for want of descriptors can never be used again (JLS 12.4.2): so a service whose first
 * clients are too many would be broken for as long as it lives. Stateless; the main thread runs it, while
 * service two may still be starting.
 */
final class Preloading {
    private static final System.Logger LOG = System.getLogger(Preloading.class.getName());
    private static final String NOT_READ = "no virtual thread can wait for input";
    private static final int LOOK_MILLIS = 1;

    private Preloading() {
    }

    static void beforeDescriptorsRunOut(Mode mode) {
        ZoneId.systemDefault().getRules();      // which a line of the log needs: lib/tzdb.dat
        NativeSleep.load();                     // the C library's symbols: libsyslookup.so
        if (mode.isOnVirtualThreads()) {
            awaitVirtualThread();
        }
    }

    /**
     * The first virtual thread that waits for input has the JDK make the epoll instances that all others need. Not with
     * a timeout: on a loaded machine that is over before the thread waits at all.
     */
    private static void awaitVirtualThread() {
        try {
            Pipe pipe = Pipe.open();
            Thread reader = Thread.ofVirtual().start(() -> read(pipe.source()));
            while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
                Thread.sleep(LOOK_MILLIS);
            }
            pipe.sink().close();
            reader.join();
        } catch (IOException e) {
            FailureLog.log(LOG, NOT_READ, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void read(Pipe.SourceChannel source) {
        try (source) {
            source.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            FailureLog.log(LOG, NOT_READ, e);
        }
    }
}
