package lab.plan;

import static testing.Assertions.assertEquals;

import module java.base;
import experiment.Load;
import testing.Printed;
import testing.Test;
import testing.Words;
import text.StatusLine;

class SummariserProgressTest {
    private static final String FIRST = "summary +      1 in 00:00:00 =    2.1/s Avg:   332 Min:   332 Max:   332 "
            + "Err:     0 (0.00%) Active: 1 Started: 1 Finished: 0";
    private static final String SECOND = "summary +   1702 in 00:00:06 =  307.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%) Active: 20 Started: 1000 Finished: 980";
    private static final String TOTAL = "summary =   1703 in 00:00:06 =  285.3/s Avg:    52 Min:    50 Max:   110 "
            + "Err:     3 (0.18%)";

    private final Printed out = new Printed();

    private static void show(SummariserProgress progress, int seconds) {
        progress.read("Starting standalone test @ 2026 Nov 22 01:27:48 UTC (1795310868123)");
        for (int second = 1; second <= seconds; second++) {
            progress.show();
        }
    }

    @Test
    void theProgressShowsTheFiguresAndThenWhatJmeterWaitsFor() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(Load.open("/meetings", 50), 0, 20, 15, Optional.empty(), 1)));
        progress.read(FIRST);
        show(progress, 8);
        assertEquals(0L, progress.total(), "JMeter has printed no total yet");
        progress.read(SECOND);
        progress.read(TOTAL);
        assertEquals(1_703L, progress.total());
        show(progress, 22);
        progress.read("Tidying up ...    @ 2026 Nov 22 01:27:48 UTC (1795310868123)");
        show(progress, 10);
        progress.stopping();
        show(progress, 10);
        Words.assertSame("jmeter", "progress of an open loop, from its answers to its end", out.toString());
    }

    @Test
    void theProgressSaysThatJmeterIsStartingOrLate() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(Load.open("/meetings", 500), 0, 20, 15, Optional.empty(), 1)));
        IntStream.range(0, 10).forEach(_ -> progress.show());
        show(progress, 8);
        progress.read(SECOND);
        show(progress, 22);
        Words.assertSame("jmeter", "progress of a JMeter that is late", out.toString());
    }

    @Test
    void onATerminalTheLineIsRewrittenFromTheStartOfTheTestToItsEnd() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, true),
                Optional.of(new PlannedLoad(Load.closed("/meetings", 50), 0, 20, 0, Optional.empty(), 1)));
        progress.show();
        show(progress, 21);
        progress.end();
        Words.assertSame("jmeter", "progress on a terminal", out.toString().replace("\r", "‹start of the line›\n"));
    }

    @Test
    void usersThatHaveNotStartedYetWillSendRequests() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(Load.closed("/meetings", 50), 30, 20, 0, Optional.empty(), 1)));
        show(progress, 40);
        Words.assertSame("jmeter", "progress of a closed loop with a ramp-up longer than its duration", out.toString());
    }
}
