package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import module java.base;
import testing.Printed;
import testing.Test;
import text.StatusLine;

class JmeterOutputTest {
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
    void theProgressShowsTheFiguresAndThenWhatJmeterWaitsFor() {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(true, 50, 0, 20, 15)));
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
        String figures = " s  1,703 samples, 3 errors as of 8 s; ";
        assertEquals("  10" + figures + "last 5 s: 307.3/s, 52 ms on average, 20 users\n"
                + "  20" + figures + "last 5 s: 307.3/s, 52 ms on average, 20 users\n"
                + "  30" + figures + "all sent, waiting for requests in flight until 35 s (-Jdrain)\n"
                + "  40" + figures + "writing the dashboard\n"
                + "  50" + figures + "writing the dashboard (stopping)\n", out.toString());
    }

    @Test
    void theProgressSaysThatJmeterIsStartingOrLate() {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(true, 500, 0, 20, 15)));
        IntStream.range(0, 10).forEach(_ -> progress.show());
        show(progress, 8);
        progress.read(SECOND);
        show(progress, 22);
        String late = " s  1,702 samples, 3 errors as of 8 s; JMeter is late: it has sent 1,000 of the 4,000 requests "
                + "due\n";
        assertEquals("   0 s  JMeter is starting\n  10" + late + "  20" + late + "  30" + late, out.toString());
    }

    @Test
    void onATerminalTheLineIsRewrittenFromTheStartOfTheTestToItsEnd() {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, true),
                Optional.of(new PlannedLoad(false, 50, 0, 20, 0)));
        progress.show();
        show(progress, 1);
        String noAnswer = "   1 s  no answer yet";
        assertEquals("\r   0 s  JMeter is starting\r" + noAnswer + "     ", out.toString());
        show(progress, 20);
        assertContains(noAnswer.replace(" 1", "21") + "; all sent, waiting for requests in flight\r", out + "\r");
        progress.end();
        assertContains(" \r", out.toString());
    }

    @Test
    void usersThatHaveNotStartedYetWillSendRequests() {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(false, 50, 30, 20, 0)));
        show(progress, 30);
        assertEquals("", out.toString().replaceAll("  \\d0 s  no answer yet\n", ""));
        show(progress, 10);
        assertContains("  40 s  no answer yet; all sent, waiting", out.toString());
    }

    @Test
    void aGeneratorIsBusyFromTheStartOfATestToItsEnd() {
        RunServer machine = new RunServer();
        boolean[] expected = {false, true, true, false};
        String[] printed = {"", "Starting the test on host 192.0.2.21:1099 @ 2026 Nov 22 17:00:00 UTC (1)", "anything",
            "Finished the test on host 192.0.2.21:1099 @ 2026 Nov 22 17:00:10 UTC (2)"};
        for (int line = 0; line < printed.length; line++) {
            machine.read(printed[line]);
            assertEquals(expected[line], machine.isBusy(), "busy after: " + printed[line]);
        }
    }

    @Test
    void stopCommandsGoToThePortThatJmeterPrints() throws Exception {
        ControlPort control = new ControlPort();
        assertEquals(false, control.shutDown(), "JMeter has printed no port yet");
        try (DatagramSocket jmeter = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            control.read("Waiting for possible Shutdown/StopTestNow message on port " + jmeter.getLocalPort());
            assertEquals(true, control.shutDown() && control.stopNow(), "both commands were sent");
            for (String expected : new String[] {"Shutdown", "StopTestNow"}) {
                DatagramPacket command = new DatagramPacket(new byte[99], 99);
                jmeter.receive(command);
                assertEquals(expected, new String(command.getData(), 0, command.getLength()));
            }
        }
    }
}
