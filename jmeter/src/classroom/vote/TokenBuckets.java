package classroom.vote;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A token bucket for each key, of the keys that were used last: a stranger cannot fill the memory with new ones. Shared
 * by the voters' threads: its method is synchronized.
 */
final class TokenBuckets {
    private static final int MOST_KEYS = 1_000;

    private final Supplier<TokenBucket> newBucket;
    private final Map<Object, TokenBucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, TokenBucket> eldest) {
            return size() > MOST_KEYS;
        }
    };

    TokenBuckets(Supplier<TokenBucket> newBucket) {
        this.newBucket = newBucket;
    }

    synchronized boolean take(Object key) {
        return buckets.computeIfAbsent(key, _ -> newBucket.get()).take();
    }
}
