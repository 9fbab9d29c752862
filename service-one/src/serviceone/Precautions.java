package serviceone;

import common.commandline.Tool.ExitCode;
import common.io.FailureLog;
import common.mode.Mode;
import common.mode.ServiceThread;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.ZoneId;
import java.util.Optional;
import serviceone.routes.NativeSleep;

/** What service one does about the JVM that it runs in, before it serves anybody. */
final class Precautions {
    private static final Runtime.Version FIRST_FIXED = Runtime.Version.parse("25.0.3");
    private static final System.Logger LOG = System.getLogger(Precautions.class.getName());
    private static final String NOT_READ = "no virtual thread can wait for input";
    private static final int LOOK_MILLIS = 1;

    private Precautions() {
    }

    /**
     * Warns of a JDK with a bug that lets requests hang: else the hang would be taken for this program's. Nothing where
     * the version is new enough.
     */
    static Optional<String> jdkWarning(Runtime.Version version) {
        return version.compareToIgnoreOptional(FIRST_FIXED) >= 0 ? Optional.empty()
                : Optional.of("this JDK is " + version + "; before " + FIRST_FIXED
                        + " a virtual thread can stay parked for ever (JDK-8369227)");
    }

    /**
     * Uses once, before the first connection is accepted, what the JDK opens a file or a descriptor for at its first
     * use. A class whose initialiser fails for want of descriptors can never be used again (JLS 12.4.2): so a service
     * whose first clients are too many would be broken for as long as it lives. Service two may still be starting.
     */
    static void preload(Mode mode) {
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

    /**
     * Ends the process when one of the threads has ended without which no client is answered any more: a service that
     * is gone is started again, one that only looks alive is not. Of other threads, whose failure is their own, it
     * tells what the JVM would. The JVM runs it on the thread that ends.
     */
    static void uncaught(Thread thread, Throwable failure) {
        if (!ServiceThread.isEssential(thread.getName())) {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
            return;
        }
        try {
            System.err.println("service one: cannot go on without its thread " + thread.getName() + ": " + failure);
        } finally {
            Runtime.getRuntime().halt(ExitCode.FAILED.code());      // an exit would wait for its clients
        }
    }
}
