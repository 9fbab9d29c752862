package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.stream.LongStream;
import testing.Test;

/** What a recording's report leaves out because it would mean nothing. */
class HotMethodsTest {
    @Test
    void methodsSeenAFewTimesAreNoList() {
        HotMethods methods = new HotMethods();
        assertEquals("too few samples to say: 0, and no method has more than 0 of them\n", methods.toString());
        add(methods, "a.B.c", 9);
        add(methods, "a.B.d", 1);
        assertEquals("too few samples to say: 10, and no method has more than 9 of them\n", methods.toString());
    }

    @Test
    void theMostFrequentFiveAreShownAndNoneThatWasRare() {
        HotMethods methods = new HotMethods();
        for (int each = 1; each <= 6; each++) {
            add(methods, "a.B.often" + each, 10 * each);
        }
        add(methods, "a.B.rarely", 9);
        String[] lines = methods.toString().split("\n");
        assertEquals(6, lines.length, methods.toString());
        assertEquals("the most frequent of 219 samples", lines[0]);
        assertEquals("         60  27.4 %  a.B.often6", lines[1]);
        assertTrue(lines[5].endsWith("a.B.often2"), methods.toString());
    }

    @Test
    void aPercentileThatSoFewDoNotHaveIsNotPrinted() {
        assertEquals("     49.0         -      98.0", new Durations(millis(98)).toString());
        assertEquals("     50.0      99.0     100.0", new Durations(millis(100)).toString());
        assertEquals("        -         -         -", new Durations(LongStream.of()).toString(), "no request");
        assertEquals("-", new Durations(LongStream.of(-1, -1)).meanMicros(), "not known");
        assertEquals("3", new Durations(LongStream.of(-1, 2_000, 4_000)).meanMicros());
    }

    private static LongStream millis(int count) {
        return LongStream.rangeClosed(1, count).map(each -> each * 1_000_000);
    }

    private static void add(HotMethods methods, String name, int times) {
        for (int i = 0; i < times; i++) {
            methods.add(name);
        }
    }
}
