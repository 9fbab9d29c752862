package serviceone.server;

import java.io.IOException;
import java.util.function.Consumer;

/** Takes sockets from the queue and has them served. */
public interface Drain {
    interface Maker {
        /** @param service serves a socket on the calling thread */
        Drain create(SocketQueue queue, Consumer<ClientSocket> service, int threads);
    }

    /** @throws IOException if the system gives too few threads */
    void start() throws IOException;

    /** Takes no more sockets. Answers may still be on their way when this method returns. */
    void stop() throws InterruptedException;

    default void close() {
    }

    /** Any thread. Returns 0 if the mode has no limit on threads. */
    default int busyThreads() {
        return 0;
    }
}
