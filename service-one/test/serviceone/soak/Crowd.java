package serviceone.soak;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that visit service one again and again, each on a virtual thread and with random numbers of its own, until
 * the crowd is closed.
 */
public final class Crowd implements AutoCloseable {
    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger seeds = new AtomicInteger();
    private final Gate gate = new Gate();

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
            gate.enter();
            try {
                kind.visit(port, random);
            } catch (IOException | RuntimeException e) {
                // Service one has got rid of a hostile client; what honest ones see, they count themselves.
            } finally {
                gate.leave();
            }
        }
    }

    /** Waits for the end of all visits; no other begins until {@link #goOn}. */
    void pause() throws InterruptedException {
        gate.close();
    }

    void goOn() {
        gate.open();
    }

    @Override
    public void close() {
        threads.shutdownNow();      // interrupts: a virtual thread's socket is closed then
        threads.close();
    }
}
