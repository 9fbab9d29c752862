package testing;

import java.util.concurrent.Semaphore;

/** The carriers of this JVM, which all tests share. A test that keeps them busy, or needs one at once, takes them. */
public final class Carriers implements AutoCloseable {
    private static final Semaphore TURN = new Semaphore(1);

    private Carriers() {
    }

    public static Carriers take() throws InterruptedException {
        TURN.acquire();
        return new Carriers();
    }

    @Override
    public void close() {
        TURN.release();
    }
}
