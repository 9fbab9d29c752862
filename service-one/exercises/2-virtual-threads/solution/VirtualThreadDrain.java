import module java.base;
import serviceone.server.*;

public class VirtualThreadDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread taker = Thread.ofPlatform().name("drain").unstarted(this::takeAll);

    public VirtualThreadDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
    }

    @Override
    public void start() {
        taker.start();
    }

    private void takeAll() {
        try {
            while (true) {
                ClientSocket socket = queue.take();
                executor.execute(() -> service.accept(socket));
            }
        } catch (InterruptedException e) {
            // stop() has interrupted this thread.
        }
    }

    @Override
    public void stop() throws InterruptedException {
        taker.interrupt();
        taker.join();
        executor.shutdownNow();
    }
}
