package classroom.vote;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A token bucket for each key: so many tokens at once, and from then on so many a second. Only the keys that were used
 * last have one, so that a stranger cannot fill the memory with new ones. Shared by the voters' threads: its method is
 * synchronized.
 */
final class TokenBuckets {
    private static final int MOST_KEYS = 1_000;

    private record Bucket(double tokens, long filled) {
    }

    private final double most;
    private final double perSecond;
    private final LongSupplier nanoTime;
    private final Map<Object, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Bucket> eldest) {
            return size() > MOST_KEYS;
        }
    };

    /** @param nanoTime a clock like {@link System#nanoTime} */
    TokenBuckets(double most, double perSecond, LongSupplier nanoTime) {
        this.most = most;
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    /** Takes one of a key's, if there is one. */
    synchronized boolean take(Object key) {
        long now = nanoTime.getAsLong();
        Bucket before = buckets.getOrDefault(key, new Bucket(most, now));
        double tokens = Math.min(most, before.tokens + (now - before.filled) / 1e9 * perSecond);
        buckets.put(key, new Bucket(tokens < 1 ? tokens : tokens - 1, now));
        return tokens >= 1;
    }
}
