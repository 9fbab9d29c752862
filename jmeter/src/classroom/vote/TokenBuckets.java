package classroom.vote;

import module java.base;

/** A token bucket for each of the recently used keys. The voters' threads share this object. */
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

    TokenBuckets(double most, double perSecond, LongSupplier nanoTime) {
        this.most = most;
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    synchronized boolean take(Object key) {
        long now = nanoTime.getAsLong();
        Bucket before = buckets.getOrDefault(key, new Bucket(most, now));
        double tokens = Math.min(most, before.tokens + (now - before.filled) / 1e9 * perSecond);
        buckets.put(key, new Bucket(tokens < 1 ? tokens : tokens - 1, now));
        return tokens >= 1;
    }
}
