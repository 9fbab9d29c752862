import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** Each of a fixed number of threads takes a socket and serves it, again and again. */
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
        // 1. Start as many platform threads as the field says, and keep them for stop().
        // 2. Each of them takes a socket and serves it, in a loop: queue.take(), service.accept(socket).
        // 3. Whatever service.accept throws, the thread continues with the next socket.
    }

    /** Returns when every thread has ended. */
    @Override
    public void stop() throws InterruptedException {
        // 4. Interrupt every thread: queue.take() then throws an InterruptedException.
        // 5. Wait for the end of every thread.
    }
}
