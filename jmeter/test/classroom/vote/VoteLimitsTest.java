package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Test;

class VoteLimitsTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(-SECOND);      // nanoTime() may be negative

    private static Gate.Network network(String address) throws IOException {
        return Gate.Network.of(InetAddress.getByName(address));
    }

    @Test
    void aBucketLimitsTheBurstAndTheRateAfterIt() {
        TokenBuckets bucket = new TokenBuckets(3, 0.5, nanos::get);
        int[][] secondsAskedAndGiven = {{0, 10, 3}, {1, 1, 0}, {1, 2, 1}, {3_600, 10, 3}};
        for (int[] row : secondsAskedAndGiven) {
            nanos.addAndGet(row[0] * SECOND);
            long given = Stream.generate(() -> bucket.take("a")).limit(row[1]).filter(taken -> taken).count();
            assertEquals((long) row[2], given, row[1] + " tokens asked for, " + row[0] + " s later");
        }
        assertTrue(bucket.take("b"), "each key has its own bucket");
    }

    @Test
    void onlyTheMostRecentlyUsedBucketsAreKept() {
        TokenBuckets buckets = new TokenBuckets(1, 0, nanos::get);
        buckets.take("a stranger");
        buckets.take("busy");
        IntStream.range(0, 1_000).forEach(i -> {
            buckets.take(i);
            assertEquals(false, buckets.take("busy"), "the bucket of \"busy\" is still empty");
        });
        assertEquals(true, buckets.take("a stranger"), "a forgotten bucket is full again");
    }

    @Test
    void oneNetworkCannotUseUpAllVoters() throws Exception {
        Voters voters = new Voters();
        Object[][] addressesAskedAndJoined = {{"192.0.2.1", 501, 500L}, {"192.0.2.2", 501, 500L},
            {"::ffff:192.0.2.1", 1, 0L}, {"2001:db8::1", 501, 500L}, {"2001:db8::abcd:2", 1, 0L},
            {"2001:db8:0:1::1", 500, 500L}, {"192.0.2.3", 1, 0L}};
        for (Object[] row : addressesAskedAndJoined) {
            Gate.Network network = network((String) row[0]);
            assertEquals(row[2], Stream.generate(() -> voters.newCookie(network)).limit((int) row[1])
                    .filter(Optional::isPresent).count(), "joined from " + row[0]);
        }
    }

    @Test
    void aNetworkCanHold100PhonesButLessThanAThirdOfAllConnections() {
        assertTrue(3 * 100 < Gate.MOST_PER_NETWORK && 3 * Gate.MOST_PER_NETWORK < VoteServer.LIMITS.connections(),
                Gate.MOST_PER_NETWORK + " of " + VoteServer.LIMITS.connections());
    }

    @Test
    void codesAreEasyToReadAndType() {
        Random random = new Random(14);
        for (int i = 0; i < 100; i++) {
            Voters voters = new Voters(random);
            String code = voters.code();
            assertTrue(code.matches("[A-Z3-9&&[^O0I1S5B8Z2GQ]]{4}"), code);
            String spaced = " " + code.substring(0, 2) + " " + code.substring(2) + " ";
            Stream.of(code, code.toLowerCase(), spaced, spaced.strip().replace(' ', '-')).forEach(entered ->
                    assertEquals(true, voters.isCode(entered), entered));
            Stream.of("", code.substring(1), code + "R", "A" + code.substring(1), code + "\0").forEach(entered ->
                    assertEquals(false, voters.isCode(entered), entered));
        }
    }
}
