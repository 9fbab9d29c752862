package serviceone.modes;

import common.mode.ServiceThread;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.SocketQueue;

/** Takes sockets from the queue in {@code loom} and {@code async}. */
final class DrainThread {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> next;
    private final Thread thread = ServiceThread.DRAIN.platform().unstarted(this::takeAll);
    private volatile boolean stopped;

    /** @param next must not block */
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
        } catch (Throwable e) {      // memory or threads may be free again for the next socket
            socket.fail(e);
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join();
    }
}
