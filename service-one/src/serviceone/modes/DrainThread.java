package serviceone.modes;

import common.mode.ServiceThread;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.SocketQueue;

/**
 * The one thread that takes sockets from the queue in {@code loom} and {@code async}, where it only hands them on. It
 * survives whatever that throws. Without it nobody would be served: so if it ends, the process does.
 */
final class DrainThread {
    // states: RUNNING -> STOPPED (stop)
    private final SocketQueue queue;
    private final Consumer<ClientSocket> next;
    private final Thread thread = ServiceThread.DRAIN.platform().unstarted(this::takeAll);
    private volatile boolean stopped;

    /** @param next what becomes of a socket; must not block */
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
        } catch (Throwable e) {      // no memory, or no thread, for this one: there will be some for others
            socket.fail(e);
        }
    }

    /** Returns when no socket is taken any more. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join();
    }
}
