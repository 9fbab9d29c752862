package classroom.vote;

import module java.base;

/** A token bucket for each key. The voters' threads share this object. */
final class TokenBuckets {
    private record Bucket(double tokens, long filled) {
    }

    private final double most;
    private final double perSecond;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new HashMap<>();

    TokenBuckets(double most, double perSecond, LongSupplier nanoTime) {
        this.most = most;
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    synchronized boolean take(String key) {
        long now = nanoTime.getAsLong();
        Bucket before = buckets.getOrDefault(key, new Bucket(most, now));
        double tokens = Math.min(most, before.tokens + (now - before.filled) / 1e9 * perSecond);
        buckets.put(key, new Bucket(tokens < 1 ? tokens : tokens - 1, now));
        return tokens >= 1;
    }
}
