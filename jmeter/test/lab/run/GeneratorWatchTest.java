package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import lab.judge.Run.RemoteGenerator;
import load.FiguresServer;
import load.Stats;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** A generator is asked for its clock and its CPU time, over the wire. */
class GeneratorWatchTest {
    private static final long HOUR = 3_600_000;
    /** The figures are on the port after the server's: so they get any free one. */
    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", -1);

    private final AtomicInteger asked = new AtomicInteger();

    /** Its clock is an hour ahead, and each answer costs it a second of CPU time. */
    private FiguresServer machine() throws IOException {
        return new FiguresServer(ANY_PORT, () -> new Stats.Generator(System.currentTimeMillis() + HOUR,
                1_000L * asked.incrementAndGet(), 4, false));
    }

    private static HostPort serverOf(FiguresServer figures) {
        return new HostPort("127.0.0.1", figures.port() - 1);
    }

    @Test
    void itsClockIsFoundWithinTheErrorThatIsSaid() throws Exception {
        try (FiguresServer machine = machine(); GeneratorWatch watch = GeneratorWatch.start(serverOf(machine))) {
            ClockReading clock = watch.clock();
            assertTrue(Math.abs(clock.ahead() - HOUR) <= clock.error(), clock + " is off by more than it says");
        }
    }

    @Test
    void whatItUsedIsTakenBetweenTwoMoments() throws Exception {
        try (FiguresServer machine = machine(); GeneratorWatch watch = GeneratorWatch.start(serverOf(machine))) {
            int before = asked.get();
            Await.until("it is asked in the run", () -> asked.get() > before + 1);
            RemoteGenerator figures = watch.figures(0, Long.MAX_VALUE);
            assertEquals(4, figures.cores());
            assertTrue(figures.cpuSeconds() >= before, "CPU seconds since the first answer: " + figures);
            assertTrue(Math.abs(figures.clockAhead() - HOUR) <= figures.clockError(), figures.toString());
        }
    }

    @Test
    void oneThatDoesNotAnswerIsRefused() throws Exception {
        try (ClosedPort nobody = new ClosedPort()) {
            assertThrows(IOException.class,
                    () -> GeneratorWatch.start(new HostPort("127.0.0.1", nobody.number() - 1)));
        }
    }
}
