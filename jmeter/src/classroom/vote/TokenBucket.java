package classroom.vote;

import java.util.function.LongSupplier;

/**
 * A token bucket: so many at once, and from then on so many a second. Shared by the voters' threads: its methods are
 * synchronized.
 */
final class TokenBucket {
    private final double most;
    private final double perSecond;
    private final LongSupplier nanoTime;
    private double tokens;
    private long filled;

    /** @param nanoTime a clock like {@link System#nanoTime} */
    TokenBucket(double most, double perSecond, LongSupplier nanoTime) {
        this.most = most;
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        tokens = most;
        filled = nanoTime.getAsLong();
    }

    /** Takes one, if there is one. */
    synchronized boolean take() {
        long now = nanoTime.getAsLong();
        tokens = Math.min(most, tokens + (now - filled) / 1e9 * perSecond);
        filled = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
