import module java.base;
import serviceone.server.*;

public class VirtualThreadDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;

    public VirtualThreadDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
    }

    @Override
    public void start() {
        // 1. Start one platform thread, which takes sockets in a loop: queue.take().
        // 2. For each socket, start a virtual thread that serves it: service.accept(socket).
    }

    @Override
    public void stop() throws InterruptedException {
        // 3. Interrupt the thread that takes sockets, and wait for its end.
        // 4. Interrupt the virtual threads.
    }
}
