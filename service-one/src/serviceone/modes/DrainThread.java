package serviceone.modes;

import common.mode.ServiceThread;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.SocketQueue;

/**
 * The one thread that takes sockets from the queue in {@code loom} and {@code async}, and hands each one on. It
 * survives every exception that the receiver throws. It is essential: if it ends, the process ends.
 */
final class DrainThread {
    // states: RUNNING -> STOPPED (stop)
    private final SocketQueue queue;
    private final Consumer<ClientSocket> next;
    private final Thread thread = ServiceThread.DRAIN.platform().unstarted(this::takeAll);
    private volatile boolean stopped;

    /** @param next the receiver of each socket; must not block */
    DrainThread(SocketQueue queue, Consumer<ClientSocket> next) {
        this.queue = queue;
        this.next = next;
    }

    void start() {
        thread.start();
    }

    private void takeAll() {
        try {
            while (true) {
                handOn(queue.take());
            }
        } catch (InterruptedException e) {
            if (!stopped) {
                throw new IllegalStateException("interrupted while the service was running", e);
            }
        }
    }

    private void handOn(ClientSocket socket) {
        try {
            next.accept(socket);
        } catch (Throwable e) {      // no memory or thread for this socket; the next may get them
            socket.fail(e);
        }
    }

    /** Returns when no more sockets are taken. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join();
    }
}
