import module java.base;
import serviceone.server.*;

public class FixedPoolDrain implements Drain {
    private final SocketQueue queue;
    private final Consumer<ClientSocket> service;
    private final int size;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    public FixedPoolDrain(SocketQueue queue, Consumer<ClientSocket> service, int threads) {
        this.queue = queue;
        this.service = service;
        this.size = threads;
    }

    @Override
    public void start() {
        for (int i = 0; i < size; i++) {
            threads.add(Thread.ofPlatform().name("pool-" + i).start(this::takeAndServe));
        }
    }

    private void takeAndServe() {
        while (!stopped) {
            try {
                service.accept(queue.take());
            } catch (InterruptedException e) {
                // If stop() interrupted this thread, the loop ends. If a task did, the loop continues.
            } catch (Throwable e) {
                System.err.println("a task threw " + e);
            }
        }
    }

    @Override
    public void stop() throws InterruptedException {
        stopped = true;
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
