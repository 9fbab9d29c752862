package load;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Printed;
import testing.Test;
import text.StatusLine;

class JmeterOutputTest {
    private final Printed out = new Printed();

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
