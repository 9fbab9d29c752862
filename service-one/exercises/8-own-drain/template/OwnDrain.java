import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** Takes sockets from the queue and has them served, in a way of your own. */
public class OwnDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final int threads;

    public OwnDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
        this.threads = threads;
    }

    /** Starts what takes sockets and has them served, and returns. */
    @Override
    public void start() {
        // Any way you like: queue.take() waits for a socket, service.accept(socket) serves it on the calling thread.
    }

    /** Returns when no socket is taken any more; interrupts what still serves. */
    @Override
    public void stop() throws InterruptedException {
    }
}
