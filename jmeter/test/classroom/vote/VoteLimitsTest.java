package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.net.httpserver.Headers;
import testing.Test;

class VoteLimitsTest {
    private static final int PORT = 8091;
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(-SECOND);      // nanoTime() may be negative

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

    /** A browser sends one machine's cookies to all of its ports. */
    @Test
    void twoClassesOnOneMachineHaveCookiesOfTheirOwn() {
        Voters first = voters(4);
        Voters second = voters(5);
        String both = first.newCookie(8091).orElseThrow().split(";")[0] + "; "
                + second.newCookie(80).orElseThrow().split(";")[0];
        assertTrue(first.voterOf(Headers.of("Cookie", both), 8091).isPresent(), both);
        assertTrue(second.voterOf(Headers.of("Cookie", both), 80).isPresent(), both);
        assertEquals(Optional.empty(), first.voterOf(Headers.of("Cookie", both), 80));
    }

    private Voters voters(long seed) {
        return new Voters(new Random(seed), nanos::get);
    }

    private static Headers cookie(String setCookie) {
        return Headers.of("Cookie", setCookie.split(";")[0]);
    }

    @Test
    void aThousandHavePlaces() {
        Voters voters = voters(1);
        List<String> joined = Stream.generate(() -> voters.newCookie(PORT)).limit(1_000)
                .map(Optional::orElseThrow).toList();
        assertEquals(Optional.empty(), voters.newCookie(PORT));
        assertEquals(1_000, voters.count());
        nanos.addAndGet(600 * SECOND - 1);
        assertTrue(voters.voterOf(cookie(joined.getFirst()), PORT).isPresent(), "the first one polls");
        assertEquals(Optional.empty(), voters.newCookie(PORT));
        nanos.addAndGet(1);
        String late = voters.newCookie(PORT).orElseThrow();
        assertEquals(1_000, voters.count());
        joined.forEach(each ->
                assertTrue(voters.voterOf(cookie(each), PORT).isPresent(), "every cookie is still good"));
        assertTrue(voters.voterOf(cookie(late), PORT).isPresent(), "so is the new one");
        assertEquals(Optional.empty(), voters.newCookie(PORT));
        voters.empty();
        for (String each : List.of(joined.getFirst(), joined.get(1), joined.getLast(), late)) {
            assertTrue(voters.voterOf(cookie(each), PORT).isEmpty(),
                    "the emptied room forgets also those without a place");
        }
    }

    @Test
    void oneCookieAmongOthersTellsWhoAsks() {
        Voters voters = voters(3);
        String known = voters.newCookie(PORT).orElseThrow().split(";")[0];
        String id = known.substring("voter8091=".length());
        Map<String, Boolean> isKnown = Map.of(known, true, "a=b; " + known + "; c=d", true,
                "voter8091=0; " + known, true,
                "a=b", false, "x" + known, false, known + "0", false, known.toUpperCase(), false);
        isKnown.forEach((field, expected) -> assertEquals(expected ? Optional.of(id) : Optional.empty(),
                voters.voterOf(Headers.of("Cookie", field), PORT), field));
        assertEquals(Optional.empty(), voters.voterOf(Headers.of(), PORT));
    }

    @Test
    void anEmptiedRoomHasALongCodeAndKnowsNobody() {
        Voters voters = voters(2);
        String code = voters.code();
        String cookie = voters.newCookie(PORT).orElseThrow();
        voters.empty();
        assertTrue(voters.code().matches("[" + Voters.CHARACTERS + "]{8}"), voters.code());
        assertTrue(!voters.isCode(code) && voters.isCode(voters.code()), "only the new code counts");
        assertEquals(0, voters.count());
        assertEquals(Optional.empty(), voters.voterOf(cookie(cookie), PORT));
    }

    @Test
    void codesAreEasyToReadAndType() {
        for (int i = 0; i < 100; i++) {
            Voters voters = voters(i);
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
