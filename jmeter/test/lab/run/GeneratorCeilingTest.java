package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import common.io.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import lab.TemporaryFolder;
import load.install.JmeterHome;
import testing.Test;

/** The ceiling is kept for one machine, JDK and JMeter, and what JMeter asks is answered at once. It does not run. */
class GeneratorCeilingTest implements AutoCloseable {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            + "Content-Length: 51\r\n\r\n{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";

    private final TemporaryFolder folder = new TemporaryFolder();

    GeneratorCeilingTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private GeneratorCeiling with(String jmeter) {
        return new GeneratorCeiling(new Installation(folder.path(), new JmeterHome(folder.path(), jmeter)));
    }

    @Test
    void itIsKeptUntilTheJmeterIsAnother() throws Exception {
        assertEquals(Double.NaN, with("5.6.3").kept(), "not measured yet");
        with("5.6.3").keep(20_123);
        assertEquals(20_123.0, with("5.6.3").kept());
        assertEquals(Double.NaN, with("5.6.4").kept(), "of another JMeter");
        String said = with("5.6.3").find(false, new PrintStream(OutputStream.nullOutputStream()));
        assertEquals("JMeter could make at most 20,123/s of these here", said.substring(0, said.indexOf(':')));
    }

    @Test
    void theFastestSecondCountsAnswersAlone() throws Exception {
        Path jtl = folder.path().resolve("samples.jtl");
        String head = "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,Connect\n";
        Files.writeString(jtl, head + sample(1_000, 500, true) + sample(1_100, 900, true) + sample(2_200, 1, true)
                + sample(2_300, 1, true) + sample(1_300, 1, false) + sample(1_400, 1, false));
        assertEquals(3.0, GeneratorCeiling.fastestSecond(jtl), "2,000, 2,201 and 2,301 ms");
        Files.writeString(jtl, head);
        assertThrows(ProgramFailure.class, () -> GeneratorCeiling.fastestSecond(jtl));
    }

    private static String sample(long start, long elapsed, boolean success) {
        return 1_700_000_000_000L + start + "," + elapsed + ",GET,200,OK," + success + ",,0\n";
    }

    @Test
    void eachRequestIsAnsweredHoweverItComes() throws Exception {
        try (var server = new GeneratorCeiling.FreeAnswer(); Socket client = connect(server.address())) {
            OutputStream out = client.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: x\r".getBytes(StandardCharsets.US_ASCII));
            out.write("\n\r\nGET / HTTP/1.1\r\n\r\nGET".getBytes(StandardCharsets.US_ASCII));
            InputStream in = client.getInputStream();
            byte[] answers = in.readNBytes(2 * ANSWER.length());
            assertEquals(ANSWER + ANSWER, new String(answers, StandardCharsets.US_ASCII));
            client.shutdownOutput();
            assertEquals(-1, in.read(), "nothing for half a request");
        }
    }

    private static Socket connect(HostPort address) throws IOException {
        return new Socket(address.host(), address.port());
    }
}
