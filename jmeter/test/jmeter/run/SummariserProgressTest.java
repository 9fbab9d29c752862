package jmeter.run;

import static testing.Assertions.assertEquals;

import commandline.StatusLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import testing.Test;

class SummariserProgressTest {
    private static final String FIRST = "summary +      1 in 00:00:00 =    2.1/s Avg:   332 Min:   332 Max:   332 "
            + "Err:     0 (0.00%) Active: 1 Started: 1 Finished: 0";
    private static final String SECOND = "summary +   1702 in 00:00:06 =  307.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%) Active: 20 Started: 20 Finished: 0";
    private static final String TOTAL = "summary =   1703 in 00:00:06 =  285.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%)";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void addsUpWhatTheSummariserSaysOfEachInterval() {
        SummariserProgress progress = progress(false);
        progress.read(FIRST);
        progress.read(SECOND);
        progress.read(TOTAL);
        progress.show(10);
        assertEquals("  10 s  1,703 requests, 3 errors; now 307.3/s, 52 ms on average, 20 users\n", text());
    }

    @Test
    void rewritesItsLineOnATerminalAndWipesItAtTheEnd() {
        SummariserProgress progress = progress(true);
        progress.show(1);
        progress.end();
        assertEquals("\r   1 s  no answer yet\r" + " ".repeat("   1 s  no answer yet".length()) + "\r", text());
    }

    @Test
    void printsEveryTenthSecondElsewhere() {
        SummariserProgress progress = progress(false);
        for (int second = 1; second <= 25; second++) {
            progress.show(second);
        }
        assertEquals(2L, text().lines().count());
    }

    private SummariserProgress progress(boolean terminal) {
        return new SummariserProgress(new StatusLine(new PrintStream(out, true, StandardCharsets.UTF_8), terminal));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
