package classroom.vote;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import testing.Test;

class TokenBucketsTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(-SECOND);      // a clock may begin anywhere
    private final TokenBuckets bucket = new TokenBuckets(3, 0.5, nanos::get);

    @Test
    void givesSoManyAtOnceAndThenSoManyASecond() {
        assertEquals(3L, given(10));
        nanos.addAndGet(SECOND);
        assertEquals(0L, given(1), "half a token");
        nanos.addAndGet(SECOND);
        assertEquals(1L, given(2), "two seconds, one token");
        nanos.addAndGet(3600 * SECOND);
        assertEquals(3L, given(10), "and never more than at first");
    }

    private long given(int asked) {
        return Stream.generate(() -> bucket.take("a")).limit(asked).filter(taken -> taken).count();
    }

    @Test
    void eachKeyHasItsOwn() {
        TokenBuckets buckets = new TokenBuckets(1, 0, nanos::get);
        assertEquals(true, buckets.take("a"));
        assertEquals(false, buckets.take("a"));
        assertEquals(true, buckets.take("b"));
    }

    /** Strangers with ever new keys are forgotten first, whoever comes again is not. */
    @Test
    void onlyTheLastKeysAreKept() {
        TokenBuckets buckets = new TokenBuckets(1, 0, nanos::get);
        buckets.take("a stranger");
        buckets.take("busy");
        IntStream.range(0, 1_500).forEach(i -> {
            buckets.take(i);
            assertEquals(false, buckets.take("busy"));
        });
        assertEquals(true, buckets.take("a stranger"));
    }

    @Test
    void aNetworkIsAnAddressOrTheFirstHalfOfOne() throws Exception {
        assertEquals(false, network("192.0.2.1").equals(network("192.0.2.2")));
        assertEquals(network("192.0.2.1"), network("::ffff:192.0.2.1"));
        assertEquals(network("2001:db8::1"), network("2001:db8::abcd:1"));
        assertEquals(false, network("2001:db8::1").equals(network("2001:db8:0:1::1")));
    }

    private static Gate.Network network(String address) throws Exception {
        return Gate.Network.of(InetAddress.getByName(address));
    }
}
