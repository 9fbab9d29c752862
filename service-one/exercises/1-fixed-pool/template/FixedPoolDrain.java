import module java.base;
import serviceone.server.*;

public class FixedPoolDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final int threads;

    public FixedPoolDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
        this.threads = threads;
    }

    @Override
    public void start() {
        // 1. Start as many platform threads as the field `threads` says, and keep them for stop().
        // 2. In a loop, each thread takes a socket and serves it: queue.take(), service.accept(socket).
        // 3. The loop continues, whatever service.accept throws.
    }

    @Override
    public void stop() throws InterruptedException {
        // 4. Interrupt every thread.
        // 5. Wait for the end of every thread.
    }
}
