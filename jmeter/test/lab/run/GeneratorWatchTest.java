package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import lab.judge.Run.RemoteGenerator;
import lab.run.Generator.Watch.Clock;
import lab.run.Generator.Watch;
import load.Stats;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** A generator is asked for its clock and its CPU time, over the wire. */
class GeneratorWatchTest {
    private static final long HOUR = 3_600_000;

    private final AtomicInteger asked = new AtomicInteger();
    private final HostPort server;

    GeneratorWatchTest() throws IOException {
        HostPort free = HostPort.free("127.0.0.1");
        server = new HostPort(free.host(), free.port() - 1);      // the figures are on the port after it
    }

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
