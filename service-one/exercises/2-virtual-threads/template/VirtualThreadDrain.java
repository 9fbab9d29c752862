import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** One thread takes sockets from the queue, and starts a virtual thread for each. */
public class VirtualThreadDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;

    /** @param threads not used here */
    public VirtualThreadDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
    }

    @Override
    public void start() {
        // 1. Start one platform thread, and keep it for stop(). It takes sockets in a loop: queue.take().
        // 2. For each socket it starts a virtual thread, which serves the socket: service.accept(socket).
    }

    /** After this has returned, the drain takes no more sockets. */
    @Override
    public void stop() throws InterruptedException {
        // 3. Interrupt the thread that takes sockets, and wait for its end.
        // 4. Interrupt every virtual thread that is still serving a socket.
    }
}
