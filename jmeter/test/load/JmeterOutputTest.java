package load;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Printed;
import testing.Test;
import testing.Words;
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
    void theProgressShowsTheFiguresAndThenWhatJmeterWaitsFor() throws IOException {
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
        Words.assertSame("jmeter", "progress of an open loop, from its answers to its end", out.toString());
    }

    @Test
    void theProgressSaysThatJmeterIsStartingOrLate() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(true, 500, 0, 20, 15)));
        IntStream.range(0, 10).forEach(_ -> progress.show());
        show(progress, 8);
        progress.read(SECOND);
        show(progress, 22);
        Words.assertSame("jmeter", "progress of a JMeter that is late", out.toString());
    }

    @Test
    void onATerminalTheLineIsRewrittenFromTheStartOfTheTestToItsEnd() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, true),
                Optional.of(new PlannedLoad(false, 50, 0, 20, 0)));
        progress.show();
        show(progress, 21);
        progress.end();
        Words.assertSame("jmeter", "progress on a terminal", out.toString().replace("\r", "‹start of the line›\n"));
    }

    @Test
    void usersThatHaveNotStartedYetWillSendRequests() throws IOException {
        SummariserProgress progress = new SummariserProgress(new StatusLine(out, false),
                Optional.of(new PlannedLoad(false, 50, 30, 20, 0)));
        show(progress, 40);
        Words.assertSame("jmeter", "progress of a closed loop with a ramp-up longer than its duration", out.toString());
    }

    @Test
    void aStatusLineIsWrittenOverByTheNextAndCleared() {
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        StatusLine line = new StatusLine(new PrintStream(new BufferedOutputStream(terminal), false), true);
        line.show("long");
        line.show("ab");
        assertEquals("\rlong\rab  ", terminal.toString(), "a line without an end is seen at once");
        line.clear();
        assertEquals("\rlong\rab  \r  \r", terminal.toString());
        StatusLine another = new StatusLine(out, true);
        another.show("ab");
        another.print("x");
        another.show("c");
        assertEquals("\rab\r  \rx\n\rc", out.toString());
        assertEquals("true false", line.isOnTerminal() + " " + new StatusLine(out, false).isOnTerminal());
        Printed file = new Printed();
        StatusLine none = new StatusLine(file, false);
        none.show("long");
        none.clear();
        none.print("x");
        assertEquals("x\n", file.toString(), "a file gets whole lines only");
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

    /** JMeter takes the first free port from the one on; by default, each begins with 4445. */
    @Test
    void eachJmeterHasAPortOfItsOwn() throws Exception {
        String first = ControlPort.arguments().getFirst();
        int port = Integer.parseInt(first.replaceFirst("^-Jjmeterengine\\.nongui\\.port=", ""));
        assertEquals("-Jjmeterengine.nongui.maxport=65535", ControlPort.arguments().getLast());
        try (DatagramSocket taken = new DatagramSocket(port)) {
            assertEquals(port, taken.getLocalPort(), "it was free");
            assertEquals(false, ControlPort.arguments().contains(first), "it is taken");
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
