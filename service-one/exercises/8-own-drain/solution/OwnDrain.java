import module java.base;
import serviceone.server.*;

/** Leader and followers: the leader takes a socket, starts the next leader, and serves the socket. */
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
            // stop() has interrupted this thread, so the service refuses the socket.
        }
    }

    @Override
    public void stop() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES);
    }
}
