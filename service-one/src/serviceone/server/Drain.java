package serviceone.server;

import java.util.function.Consumer;

/**
 * Takes sockets from the {@link SocketQueue} and has them served. The modes differ in their drains, so a new mode is a
 * new drain. A drain that starts platform threads leaves {@link Settings#SPARED_THREADS} to the rest of the service.
 */
public interface Drain {
    /** Creates a drain. */
    interface Maker {
        /**
         * @param service the action that serves a socket on the calling thread
         * @param threads the number of the drain's threads
         */
        Drain create(SocketQueue queue, Consumer<ClientSocket> service, int threads);
    }

    /** Returns when there are threads to serve sockets. */
    void start();

    /**
     * Stops taking sockets, and has every unanswered request answered with 503. Returns when it takes no more
     * sockets; the answers may still be on their way.
     */
    void stop() throws InterruptedException;

    /** Ends the remaining threads and connections. Called after {@link #stop}. */
    default void close() {
    }

    /** Any thread: how many threads serve a request now, if their number is limited; otherwise 0. */
    default int busyThreads() {
        return 0;
    }
}
