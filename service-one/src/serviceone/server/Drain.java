package serviceone.server;

import java.util.function.Consumer;

/**
 * Takes sockets from the {@link SocketQueue} and has them served. Each mode has its own. A drain that starts platform
 * threads leaves {@link Settings#SPARED_THREADS} to the rest of the service.
 */
public interface Drain {
    interface Maker {
        /** @param service serves a socket on the calling thread */
        Drain create(SocketQueue queue, Consumer<ClientSocket> service, int threads);
    }

    /** Returns when there are threads to serve sockets. */
    void start();

    /**
     * Answers every unanswered request with 503. When this returns, the drain takes no more sockets, but answers may
     * still be on their way.
     */
    void stop() throws InterruptedException;

    /** Ends the remaining threads and connections, after {@link #stop}. */
    default void close() {
    }

    /** Any thread: how many threads serve a request now. 0 if their number is not limited. */
    default int busyThreads() {
        return 0;
    }
}
