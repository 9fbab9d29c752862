package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import lab.TemporaryFolder;
import lab.judge.Run.RemoteGenerator;
import lab.run.Generator.Watch.Clock;
import lab.run.Generator.Watch;
import load.Stats;
import load.jtl.Jtl;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** Samples of machines whose clocks are an hour ahead and a second behind come into one JTL, by the clock here. */
class GeneratorTest implements AutoCloseable {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Connect\n";
    private static final Map<String, Double> AHEAD = Map.of("192.0.2.21:1099", 3_600_000.0, "192.0.2.22:1099", -999.6);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path jtl = folder.path().resolve("jtl");

    GeneratorTest() throws IOException {
        HostPort free = HostPort.free("127.0.0.1");
        server = new HostPort(free.host(), free.port() - 1);      // the figures are on the port after it
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private static String sample(long stamp, String message, String server) {
        return stamp + ",50,GET /rpc,200," + message + "," + server + "-Users 1-1,true,,0\n";
    }

    private void copy(String samples) throws IOException {
        Path written = Files.writeString(folder.path().resolve("written"), samples);
        Generator.copy(each -> new JtlTail(written, record -> each.take(Generator.moved(record, AHEAD))), jtl);
    }

    /** JMeter quotes a message of several lines, and its second line may look like a record. */
    @Test
    void eachIsMovedByItsOwnClock() throws Exception {
        copy(HEAD + sample(1_700_003_600_000L, "OK", "192.0.2.21:1099")
                + sample(1_700_000_000_000L, "\"no \"\"answer\"\"\n1700003600000,in two lines\"", "192.0.2.22:1099"));
        List<Long> starts = new ArrayList<>();
        Jtl.read(jtl, sample -> starts.add(sample.startMillis()));
        assertEquals(List.of(1_700_000_000_000L, 1_700_000_001_000L), starts);
        assertContains("\n1700003600000,in two lines", Files.readString(jtl));
    }

    @Test
    void aSampleThatIsCutOffStaysSo() throws Exception {
        copy(HEAD + "17000036");
        assertThrows(ProgramFailure.class, () -> Jtl.checkWhole(jtl));
    }

    @Test
    void aSampleOfNobodyIsRefused() {
        assertContains("a sample of none of the generators", assertThrows(IOException.class,
                () -> copy(HEAD + sample(1_700_000_000_000L, "OK", "192.0.2.23:1099"))).getMessage());
    }

    private static final long HOUR = 3_600_000;

    private final AtomicInteger asked = new AtomicInteger();
    private final HostPort server;

    /** Its clock is an hour ahead, and each answer costs it a second of CPU time. */
    private Closeable machine() throws IOException {
        return Stats.Generator.tell(server, () -> new Stats.Generator(System.currentTimeMillis() + HOUR,
                1_000L * asked.incrementAndGet(), 4, false));
    }

    @Test
    void itsClockIsFoundWithinTheErrorThatIsSaidAndItsCpuTimeBetweenTwoMoments() throws Exception {
        try (Closeable _ = machine()) {
            Watch watch = new Watch(server);
            Clock clock = watch.clock;
            assertTrue(Math.abs(clock.ahead() - HOUR) <= clock.error(), clock + " is off by more than it says");
            int before = asked.get();
            Await.until("the clock goes on", () -> {
                watch.read();
                return asked.get() > before + 1 && watch.figures(0, Long.MAX_VALUE).cpuSeconds() > 1;
            });
            RemoteGenerator figures = watch.figures(0, Long.MAX_VALUE);
            assertEquals(4, figures.cores());
            assertTrue(figures.cpuSeconds() < asked.get(), "CPU seconds since the first answer: " + figures);
            assertTrue(Math.abs(figures.clockAhead() - HOUR) <= figures.clockError(), figures.toString());
        }
    }

    @Test
    void oneThatDoesNotAnswerIsRefused() throws Exception {
        try (ClosedPort nobody = new ClosedPort()) {
            assertThrows(IOException.class,
                    () -> new Watch(new HostPort("127.0.0.1", nobody.number() - 1)));
        }
    }

    @Test
    void theQuickestQuestionCountsAndHalfItsDurationIsTheError() {
        assertEquals(new Clock(3_600_000, 6), Clock.of(1_000, 3_601_005, 1_010));
        assertEquals(new Clock(-500, 1), Clock.of(1_000, 500, 1_000));
        Clock quick = new Clock(5, 2);
        assertEquals(quick, Clock.best(List.of(new Clock(9, 20), quick, new Clock(4, 3))));
    }

    /** A slow answer later contradicts nothing; one that cannot be explained by its own error does. */
    @Test
    void driftIsWhatTheErrorsOfBothDoNotExplain() {
        Clock first = new Clock(5, 2);
        assertEquals(2.0, first.errorBeside(new Clock(60, 80)));
        assertEquals(2.0 + 36, first.errorBeside(new Clock(46, 3)));
        assertEquals(2.0 + 36, first.errorBeside(new Clock(-36, 3)), "back");
    }
}
