package serviceone.modes;

import common.mode.ServiceThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;

/**
 * {@code loom}: one thread takes sockets from the queue and starts a virtual thread for each. The virtual thread serves
 * its client, and {@linkplain WaitingConnection waits for it}.
 */
public final class VirtualThreads implements Drain {
    private final BlockingService service;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(ServiceThread.REQUEST.prefix(), 1).factory());
    private final DrainThread drain;

    public VirtualThreads(BlockingService service) {
        this.service = service;
        this.drain = new DrainThread(service.queue(), this::serve);
    }

    @Override
    public void start() {
        drain.start();
    }

    private void serve(ClientSocket socket) {
        threads.execute(() -> service.serve(socket, WaitingConnection::new));
    }

    @Override
    public void stop() throws InterruptedException {
        drain.stop();
        threads.shutdownNow();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
