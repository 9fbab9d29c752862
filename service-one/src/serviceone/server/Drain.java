package serviceone.server;

import java.util.function.Consumer;

/**
 * Takes sockets from the {@link SocketQueue} and has them served. A drain of platform threads leaves {@link
 * Settings#SPARED_THREADS} to the rest of the service.
 */
public interface Drain {
    interface Maker {
        /** @param service serves a socket on the calling thread */
        Drain create(SocketQueue queue, Consumer<ClientSocket> service, int threads);
    }

    void start();

    /** Answers every unanswered request with 503. Answers may still be on their way when this returns. */
    void stop() throws InterruptedException;

    default void close() {
    }

    /** Any thread: the number of threads that serve a request now; 0 if the mode has no limit on threads. */
    default int busyThreads() {
        return 0;
    }
}
