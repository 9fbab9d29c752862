package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import lab.WithFolder;
import lab.results.Run.RemoteGenerator;
import lab.run.Generator.Watch.Clock;
import lab.run.Generator.Watch;
import load.Stats;
import load.install.JmeterHome;
import load.jtl.Jtl;
import process.Child.ProgramFailure;
import process.Child;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

class GeneratorTest extends WithFolder {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Connect\n";
    private static final long T = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final Map<String, Double> MILLIS_AHEAD =
            Map.of("192.0.2.21:1099", (double) HOUR, "192.0.2.22:1099", -999.6);

    private static String sample(long start, long elapsed, String message, String server, boolean success) {
        return start + "," + elapsed + ",GET /rpc,200," + message + "," + server + "-Users 1-1," + success + ",,0\n";
    }

    private Path copy(String samples) throws IOException {
        Path jtl = folder.resolve("jtl");
        Path written = write("written", samples);
        Generator.copy(receiver -> new JtlTail(written,
                record -> receiver.receive(Generator.shifted(record, MILLIS_AHEAD))), jtl);
        return jtl;
    }

    /** JMeter quotes a message of several lines. The second line may look like a record. */
    @Test
    void eachSamplesTimeIsCorrectedByItsGeneratorsClock() throws Exception {
        Path jtl = copy(HEAD + sample(T + HOUR, 50, "OK", "192.0.2.21:1099", true)
                + sample(T, 50, "\"no \"\"answer\"\"\n1700003600000,in two lines\"", "192.0.2.22:1099", true));
        List<Long> starts = new ArrayList<>();
        Jtl.read(jtl, sample -> starts.add(sample.startMillis()));
        assertEquals(List.of(T, T + 1_000), starts);
        assertContains("\n1700003600000,in two lines", Files.readString(jtl));
        Path cutOff = copy(HEAD + "17000036");
        assertThrows(ProgramFailure.class, () -> Jtl.checkWhole(cutOff));
        assertThrows(IOException.class, "a sample comes from none of the generators", () ->
                copy(HEAD + sample(T, 50, "OK", "192.0.2.23:1099", true)));
    }

    @Test
    void aClockIsOffByAtMostItsStatedError() throws Exception {
        HostPort free = Child.freeAddress("127.0.0.1");
        HostPort server = new HostPort(free.host(), free.port() - 1);      // reports on the next port
        AtomicInteger asked = new AtomicInteger();
        try (Closeable _ = Stats.Generator.report(server, () -> new Stats.Generator(System.currentTimeMillis() + HOUR,
                1_000L * asked.incrementAndGet(), 4, false))) {
            Watch watch = new Watch(server, 30_000);
            Await.until("the CPU time grew by more than a second", () -> {
                watch.read();
                return watch.figures(0, Long.MAX_VALUE).cpuSeconds() > 1;
            });
            RemoteGenerator figures = watch.figures(0, Long.MAX_VALUE);
            assertEquals(4, figures.cores());
            assertTrue(figures.cpuSeconds() < asked.get(), "CPU seconds since the first answer: " + figures);
            for (Clock clock : List.of(watch.clock, new Clock(figures.clockAhead(), figures.clockError()))) {
                assertTrue(Math.abs(clock.ahead() - HOUR) <= clock.error(), clock + " is off by more than it says");
            }
        }
        try (ClosedPort nobody = new ClosedPort()) {
            assertThrows(IOException.class, () -> new Watch(new HostPort("127.0.0.1", nobody.number() - 1)));
        }
    }

    @Test
    void theQuickestExchangeCounts() {
        assertEquals(new Clock(HOUR, 6), Clock.of(1_000, HOUR + 1_005, 1_010));
        assertEquals(new Clock(-500, 1), Clock.of(1_000, 500, 1_000));
        Clock quick = new Clock(5, 2);
        assertEquals(quick, Clock.best(List.of(new Clock(9, 20), quick, new Clock(4, 3))));
        assertEquals(2.0, quick.errorAt(new Clock(60, 80)),
                "a later slow answer contradicts nothing, because its error is large");
        assertEquals(2.0 + 36, quick.errorAt(new Clock(46, 3)), "drift is what the two errors do not explain");
        assertEquals(2.0 + 36, quick.errorAt(new Clock(-36, 3)), "drift backwards");
    }

    private GeneratorCeiling ceiling(String jmeter) {
        return new GeneratorCeiling(new Installation(folder, new JmeterHome(folder, jmeter)));
    }

    @Test
    void theCeilingIsKeptForTheSameJmeter() throws Exception {
        assertEquals(Double.NaN, ceiling("5.6.3").kept(), "not measured yet");
        ceiling("5.6.3").keep(20_123);
        assertEquals(20_123.0, ceiling("5.6.3").kept());
        assertEquals(Double.NaN, ceiling("5.6.4").kept(), "the kept ceiling is another JMeter's");
        assertContains("at most 20,123 requests",
                ceiling("5.6.3").find(false, new PrintStream(OutputStream.nullOutputStream())));
    }

    @Test
    void theFastestSecondCountsOnlyAnswers() throws Exception {
        StringBuilder samples = new StringBuilder(HEAD);
        long[][] answers = {{1_000, 500}, {1_100, 900}, {2_200, 1}, {2_300, 1}};
        for (long[] answer : answers) {
            samples.append(sample(T + answer[0], answer[1], "OK", "", true));
        }
        Path jtl = write("samples", samples + sample(T + 1_300, 1, "OK", "", false).repeat(4));
        assertEquals(3.0, GeneratorCeiling.fastestSecond(jtl), "the answers at 2,000, 2,201 and 2,301 ms");
        write("samples", HEAD);
        assertThrows(ProgramFailure.class, () -> GeneratorCeiling.fastestSecond(jtl));
    }

    @Test
    void eachWholeRequestIsAnsweredHoweverItIsSplit() throws Exception {
        String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 51\r\n\r\n"
                + "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
        try (var server = new GeneratorCeiling.FreeAnswer();
                Socket client = new Socket(server.address().host(), server.address().port())) {
            for (String part : List.of("GET / HTTP/1.1\r\nHost: x\r\r", "\n\r\nGET / HTTP/1.1\r\n\r\nGET")) {
                client.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
            }
            client.shutdownOutput();
            assertEquals(answer + answer, new String(client.getInputStream().readAllBytes(),
                    StandardCharsets.US_ASCII), "no answer to a part of a request");
        }
    }
}
