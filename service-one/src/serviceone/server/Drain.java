package serviceone.server;

import java.util.function.Consumer;

/**
 * Takes sockets from the {@link SocketQueue} and has them served: where the modes part. A mode is a drain, and a new
 * mode is a new one.
 */
public interface Drain {
    /** Makes one. */
    interface Maker {
        /** @param service serves a socket on the calling thread */
        Drain of(SocketQueue queue, Consumer<ClientSocket> service, int threads);
    }

    /** Returns when there are threads to serve sockets. */
    void start();

    /**
     * Takes no more sockets, and has every request that is not answered yet answered 503. Returns when nothing is taken
     * any more; the answers may be on their way still.
     */
    void stop() throws InterruptedException;

    /** Ends what is left of its threads and connections. After {@link #stop}. */
    default void close() {
    }

    /** Any thread: how many threads serve a request now, where their number is limited; otherwise 0. */
    default int busyThreads() {
        return 0;
    }
}
