package serviceone;

import module java.base;
import common.mode.Mode;
import common.process.JdkBug;
import serviceone.routes.NativeSleep;

final class Precautions {
    private static final int POLL_MILLIS = 1;

    private Precautions() {
    }

    static Optional<String> jdkWarning(Runtime.Version version) {
        return JdkBug.fixedIn(version).map(fixed -> "this JDK is " + version + "; before " + fixed
                + " a virtual thread can stay parked forever (JDK-8369227)");
    }

    /**
     * Makes the JDK open its files while descriptors are free. If a class's initializer cannot open its file, the class
     * stays unusable (JLS 12.4.2).
     */
    static void preload(Mode mode) throws IOException, InterruptedException {
        ZoneId.systemDefault().getRules();      // lib/tzdb.dat, for the log
        NativeSleep.load();                     // libsyslookup.so
        if (mode.isOnVirtualThreads()) {
            awaitVirtualThread();
        }
    }

    /** The first wait for input on a virtual thread creates the JDK's epoll instances. */
    private static void awaitVirtualThread() throws IOException, InterruptedException {
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source(); Pipe.SinkChannel sink = pipe.sink()) {
            FutureTask<Integer> read = new FutureTask<>(() -> source.read(ByteBuffer.allocate(1)));
            Thread reader = Thread.ofVirtual().start(read);
            while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
                Thread.sleep(POLL_MILLIS);
            }
            sink.write(ByteBuffer.allocate(1));
            read.get();
        } catch (ExecutionException e) {
            throw new IOException("virtual threads cannot wait for input: " + e.getCause(), e);
        }
    }
}
