import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** Takes sockets from the queue and serves them, in your own way. */
public class OwnDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final int threads;

    public OwnDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
        this.threads = threads;
    }

    @Override
    public void start() {
        // Any way you like: queue.take() waits for a socket, service.accept(socket) serves it on the calling thread.
    }

    /** Interrupts the threads that serve. After this has returned, the drain takes no more sockets. */
    @Override
    public void stop() throws InterruptedException {
    }
}
