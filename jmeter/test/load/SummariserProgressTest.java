package load;

import static testing.Assertions.assertEquals;

import common.commandline.StatusLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import testing.Test;

class SummariserProgressTest {
    private static final String FIRST = "summary +      1 in 00:00:00 =    2.1/s Avg:   332 Min:   332 Max:   332 "
            + "Err:     0 (0.00%) Active: 1 Started: 1 Finished: 0";
    private static final String SECOND = "summary +   1702 in 00:00:06 =  307.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%) Active: 20 Started: 20 Finished: 0";
    private static final String TOTAL = "summary =   1703 in 00:00:06 =  285.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%)";

    private static final String START = "Starting standalone test @ 2026 Nov 22 01:27:48 UTC (1795310868123)";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void addsUpWhatTheSummariserSaysOfEachInterval() {
        SummariserProgress progress = progress(false);
        progress.read(FIRST);
        progress.read(SECOND);
        progress.read(TOTAL);
        show(progress, 10);
        assertEquals("  10 s  1,703 requests, 3 errors by 0 s; lately 307.3/s, 52 ms on average, 20 users\n", text());
    }

    /** Of a short run JMeter tells nothing but the total. */
    @Test
    void knowsWhatJmeterAddsUp() {
        SummariserProgress progress = progress(false);
        assertEquals(0L, progress.total(), "nothing yet");
        progress.read("summary =      3 in 00:00:01 =    4.1/s Avg:   214 Min:     6 Max:   630 Err:     3 (100.00%)");
        progress.read(SECOND);
        assertEquals(3L, progress.total());
        progress.read(TOTAL);
        assertEquals(1_703L, progress.total());
    }

    @Test
    void saysUntilWhenItsFiguresAre() {
        SummariserProgress progress = progress(false);
        show(progress, 8);
        progress.read(SECOND);
        show(progress, 2);
        assertEquals("  10 s  1,702 requests, 3 errors by 8 s; lately 307.3/s, 52 ms on average, 20 users\n", text());
    }

    @Test
    void rewritesItsLineOnATerminalAndWipesItAtTheEnd() {
        SummariserProgress progress = progress(true);
        progress.read(START);
        progress.show();
        progress.end();
        assertEquals("\r   1 s  no answer yet\r" + " ".repeat("   1 s  no answer yet".length()) + "\r", text());
    }

    @Test
    void printsEveryTenthSecondElsewhere() {
        show(progress(false), 25);
        assertEquals(2L, text().lines().count());
    }

    @Test
    void countsFromTheStartOfTheTest() {
        SummariserProgress progress = progress(true);
        progress.show();
        assertEquals("\r   0 s  JMeter starts", text());
        out.reset();
        show(progress, 1);
        assertEquals("\r   1 s  no answer yet", text().stripTrailing());
    }

    private static final PlannedLoad OPEN = new PlannedLoad(true, 50, 0, 30, 15);
    private static final PlannedLoad CLOSED = new PlannedLoad(false, 100, 5, 30, 0);

    @Test
    void saysWhatItWaitsForWhenNothingIsSentAnyMore() {
        for (PlannedLoad load : List.of(OPEN, CLOSED)) {
            out.reset();
            SummariserProgress progress = progress(false, Optional.of(load));
            progress.read(SECOND);
            show(progress, 40);
            String[] lines = text().split("\n");
            assertEquals("  30 s  1,702 requests, 3 errors by 0 s; lately 307.3/s, 52 ms on average, 20 users",
                    lines[2]);
            assertEquals("  40 s  1,702 requests, 3 errors by 0 s; no more are sent, waiting for those in flight"
                    + (load == OPEN ? " until 45 s (-Jdrain)" : ""), lines[3]);
            progress.read("Tidying up ...    @ 2026 Nov 22 01:27:48 UTC (1795310868123)");
            show(progress, 10);
            assertEquals("  50 s  1,702 requests, 3 errors by 0 s; writing the dashboard", text().split("\n")[4]);
        }
    }

    private static void show(SummariserProgress progress, int seconds) {
        progress.read(START);
        for (int second = 1; second <= seconds; second++) {
            progress.show();
        }
    }

    private SummariserProgress progress(boolean terminal) {
        return progress(terminal, Optional.empty());
    }

    private SummariserProgress progress(boolean terminal, Optional<PlannedLoad> load) {
        return new SummariserProgress(new StatusLine(new PrintStream(out, true, StandardCharsets.UTF_8), terminal),
                load);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
