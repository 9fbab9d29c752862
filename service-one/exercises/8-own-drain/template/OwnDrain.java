import module java.base;
import serviceone.server.*;

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
        // queue.take() waits for a socket, and service.accept(socket) serves it on the calling thread.
    }

    /** Takes no more sockets, and interrupts the threads that serve. */
    @Override
    public void stop() throws InterruptedException {
    }
}
