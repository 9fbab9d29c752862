package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Clients that visit service one again and again, each on a virtual thread and with random numbers of its own, until
 * the crowd is closed.
 */
final class Crowd implements AutoCloseable {
    /** A kind of client: what it does to service one. Many threads at once do it, so it keeps nothing. */
    interface Client {
        /** Comes, does what it does, and leaves within seconds. An exception is service one's way to be rid of it. */
        void visit(int port, Random random) throws IOException, InterruptedException;
    }

    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger seeds = new AtomicInteger();
    /** Visits are readers, a pause writes. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

    Crowd(int port) {
        this.port = port;
    }

    /** So many of a kind, with a random pause of up to so long between two visits of one. */
    Crowd add(int members, Client kind, int mostPauseMillis) {
        for (int i = 0; i < members; i++) {
            Random random = new Random(seeds.incrementAndGet());
            threads.submit(() -> visitAgainAndAgain(kind, mostPauseMillis, random));
        }
        return this;
    }

    private Void visitAgainAndAgain(Client kind, int mostPauseMillis, Random random) throws InterruptedException {
        while (true) {
            Thread.sleep(random.nextInt(mostPauseMillis + 1));
            gate.readLock().lockInterruptibly();
            try {
                kind.visit(port, random);
            } catch (IOException | RuntimeException e) {
                // Service one has got rid of a hostile client; what honest ones see, they count themselves.
            } finally {
                gate.readLock().unlock();
            }
        }
    }

    /** Waits for the end of all visits; no other begins until {@link #goOn}, by the same thread. */
    void pause() {
        gate.writeLock().lock();
    }

    void goOn() {
        gate.writeLock().unlock();
    }

    @Override
    public void close() {
        threads.shutdownNow();      // interrupts: a virtual thread's socket is closed then
        threads.close();
    }
}
