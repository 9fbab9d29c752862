package load;

import static testing.Assertions.assertEquals;

import common.commandline.StatusLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import testing.Test;

class SummariserProgressTest {
    private static final String START = "Starting standalone test @ 2026 Nov 22 01:27:48 UTC (1795310868123)";
    private static final String FIRST = "summary +      1 in 00:00:00 =    2.1/s Avg:   332 Min:   332 Max:   332 "
            + "Err:     0 (0.00%) Active: 1 Started: 1 Finished: 0";
    private static final String SECOND = "summary +   1702 in 00:00:06 =  307.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%) Active: 20 Started: 20 Finished: 0";
    private static final String TOTAL = "summary =   1703 in 00:00:06 =  285.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%)";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Of a short run JMeter tells nothing but the total. */
    @Test
    void addsUpWhatTheSummariserSaysOfEachIntervalAndSaysUntilWhen() {
        SummariserProgress progress = progress(false, Optional.empty());
        progress.read(FIRST);
        show(progress, 8);
        assertEquals(0L, progress.total(), "nothing yet");
        progress.read(SECOND);
        progress.read(TOTAL);
        assertEquals(1_703L, progress.total());
        show(progress, 12);
        progress.stopping();
        show(progress, 10);
        assertEquals("""
                  10 s  1,703 requests, 3 errors by 8 s; lately 307.3/s, 52 ms on average, 20 users
                  20 s  1,703 requests, 3 errors by 8 s; lately 307.3/s, 52 ms on average, 20 users
                  30 s  1,703 requests, 3 errors by 8 s; lately 307.3/s, 52 ms on average, 20 users (stopping)
                """, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void rewritesItsLineOnATerminalFromTheStartOfTheTestToItsEnd() {
        SummariserProgress progress = progress(true, Optional.empty());
        progress.show();
        show(progress, 1);
        progress.end();
        assertEquals("\r   0 s  JMeter starts\r   1 s  no answer yet\r" + " ".repeat("   1 s  no answer yet".length())
                + "\r", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void saysWhatItWaitsForWhenNothingIsSentAnyMore() {
        for (int drain : new int[] {0, 15}) {
            out.reset();
            SummariserProgress progress = progress(false, Optional.of(new PlannedLoad(drain > 0, 50, 0, 30, drain)));
            progress.read(SECOND);
            show(progress, 40);
            progress.read("Tidying up ...    @ 2026 Nov 22 01:27:48 UTC (1795310868123)");
            show(progress, 10);
            String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
            String figures = " s  1,702 requests, 3 errors by 0 s; ";
            assertEquals("  30" + figures + "lately 307.3/s, 52 ms on average, 20 users", lines[2]);
            assertEquals("  40" + figures + "no more are sent, waiting for those in flight"
                    + (drain > 0 ? " until 45 s (-Jdrain)" : ""), lines[3]);
            assertEquals("  50" + figures + "writing the dashboard", lines[4]);
        }
    }

    private static void show(SummariserProgress progress, int seconds) {
        progress.read(START);
        for (int second = 1; second <= seconds; second++) {
            progress.show();
        }
    }

    private SummariserProgress progress(boolean terminal, Optional<PlannedLoad> load) {
        return new SummariserProgress(new StatusLine(new PrintStream(out, true, StandardCharsets.UTF_8), terminal),
                load);
    }
}
