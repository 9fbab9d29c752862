package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Clients that visit service one again and again, each on a virtual thread and with random numbers of its own, until
 * the crowd is closed. Members hold a read lock while they visit; who holds the write lock has quiet.
 */
public final class Crowd implements AutoCloseable {
    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger seeds = new AtomicInteger();
    private final ReentrantReadWriteLock visiting = new ReentrantReadWriteLock(true);

    public Crowd(int port) {
        this.port = port;
    }

    /** So many of a kind, with a random pause of up to so long between two visits of one. */
    public Crowd add(int members, Client kind, int mostPauseMillis) {
        for (int i = 0; i < members; i++) {
            Random random = new Random(seeds.incrementAndGet());
            threads.submit(() -> visitAgainAndAgain(kind, mostPauseMillis, random));
        }
        return this;
    }

    private Void visitAgainAndAgain(Client kind, int mostPauseMillis, Random random) throws InterruptedException {
        while (true) {
            Thread.sleep(random.nextInt(mostPauseMillis + 1));
            visiting.readLock().lockInterruptibly();
            try {
                kind.visit(port, random);
            } catch (IOException | RuntimeException e) {
                // Service one has got rid of a hostile client; what honest ones see, they count themselves.
            } finally {
                visiting.readLock().unlock();
            }
        }
    }

    /** Waits for the end of all visits; no other begins until the same thread calls {@link #goOn}. */
    void pause() {
        visiting.writeLock().lock();
    }

    void goOn() {
        visiting.writeLock().unlock();
    }

    @Override
    public void close() {
        threads.shutdownNow();      // interrupts: a virtual thread's socket is closed then
        threads.close();
    }
}
