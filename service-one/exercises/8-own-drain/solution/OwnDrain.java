import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/**
 * Leader and followers. One virtual thread, the leader, waits for a socket. Then it starts the next leader, and serves
 * the socket.
 */
public class OwnDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    public OwnDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
    }

    @Override
    public void start() {
        threads.execute(this::lead);
    }

    private void lead() {
        try {
            ClientSocket socket = queue.take();
            startNextLeader();
            service.accept(socket);
        } catch (InterruptedException e) {
            // stop() has interrupted the leader.
        }
    }

    private void startNextLeader() {
        try {
            threads.execute(this::lead);
        } catch (RejectedExecutionException e) {
            // stop() was faster. It has interrupted this thread, too, so the socket in hand is refused.
        }
    }

    @Override
    public void stop() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES);
    }
}
