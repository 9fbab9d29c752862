package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import testing.Test;

/** What a recording's report leaves out because it would mean nothing. */
class RecordingTest {
    @Test
    void methodsSeenAFewTimesAreNoList() {
        assertEquals("too few samples to say: 0, and no method has more than 0 of them\n", Recording.hot(Map.of()));
        assertEquals("too few samples to say: 10, and no method has more than 9 of them\n",
                Recording.hot(Map.of("a.B.c", 9L, "a.B.d", 1L)));
    }

    @Test
    void theMostFrequentFiveAreShownAndNoneThatWasRare() {
        Map<String, Long> samples = new HashMap<>(Map.of("a.B.rarely", 9L));
        for (long each = 1; each <= 6; each++) {
            samples.put("a.B.often" + each, 10 * each);
        }
        String text = Recording.hot(samples);
        String[] lines = text.split("\n");
        assertEquals(6, lines.length, text);
        assertEquals("the most frequent of 219 samples", lines[0]);
        assertEquals("         60  27.4 %  a.B.often6", lines[1]);
        assertTrue(lines[5].endsWith("a.B.often2"), text);
    }

    @Test
    void aPercentileThatSoFewDoNotHaveIsNotPrinted() {
        assertEquals("     49.0         -      98.0", Recording.quantiles(millis(98)));
        assertEquals("     50.0      99.0     100.0", Recording.quantiles(millis(100)));
        assertEquals("        -         -         -", Recording.quantiles(), "no request");
        assertEquals("-", Recording.meanMicros(-1, -1), "not known");
        assertEquals("3", Recording.meanMicros(-1, 2_000, 4_000));
    }

    private static long[] millis(int count) {
        return LongStream.rangeClosed(1, count).map(each -> each * 1_000_000).toArray();
    }
}
