package common.http;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import testing.Test;

/**
 * Whatever comes, and in whatever pieces, the parser makes the same of it: else a request could mean one thing to it
 * and another to a proxy. More of them, by hand: {@code -Dfuzz=30000} in JAVA_TOOL_OPTIONS.
 */
class ParserFuzzTest {
    private static final int REQUESTS = Integer.getInteger("fuzz", 400);
    private static final Set<String> STATUSES = Set.of("400", "413", "414", "417", "431", "501", "505");

    @Test
    void theVerdictIsTheSameHoweverTheBytesAreSplit() {
        int taken = 0;
        int refused = 0;
        for (int number = 0; number < REQUESTS; number++) {
            String text = MutatedRequests.number(number);
            Verdict whole = Verdict.of(MutatedRequests.LIMITS, List.of(text));
            taken += whole.requests().isEmpty() ? 0 : 1;
            refused += whole.end().startsWith(Verdict.REFUSED) ? 1 : 0;
            assertTrue(!whole.end().startsWith(Verdict.REFUSED) || STATUSES.contains(whole.end().substring(8, 11)),
                    "number " + number + ": " + whole);
            assertEverySplitIsTheSame(whole, text, number);
        }
        assertTrue(taken > REQUESTS / 4 && refused > REQUESTS / 4, taken + " with a request taken, " + refused
                + " refused of " + REQUESTS + ": the mutations have become too strong or too weak");
    }

    private static void assertEverySplitIsTheSame(Verdict whole, String text, int number) {
        for (int at = 1; at < text.length(); at++) {
            List<String> pieces = List.of(text.substring(0, at), text.substring(at));
            assertEquals(whole, Verdict.of(MutatedRequests.LIMITS, pieces), "number " + number + " split at " + at);
        }
        assertEquals(whole, Verdict.of(MutatedRequests.LIMITS, text, 1), "number " + number + " byte by byte");
        Random random = new Random(number);
        List<String> pieces = MutatedRequests.cut(text, 2 + random.nextInt(6), random);
        assertEquals(whole, Verdict.of(MutatedRequests.LIMITS, pieces), "number " + number + " in pieces " + pieces);
    }
}
