package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.HostPort;
import lab.results.Run.RemoteGenerator;
import lab.run.Generator.Watch;
import load.Stats;
import process.Child;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

class GeneratorTest {
    private static HostPort server() throws IOException {
        HostPort free = Child.freeAddress("127.0.0.1");
        return new HostPort(free.host(), free.port() - 1);      // reports on the next port
    }

    @Test
    void aGeneratorReportsItsCpuTime() throws Exception {
        HostPort server = server();
        AtomicInteger asked = new AtomicInteger();
        try (Closeable _ = Stats.Generator.report(server,
                () -> new Stats.Generator(0, 1_000L * asked.incrementAndGet(), 4, false))) {
            Watch watch = new Watch(server, 30_000);
            Await.until("the CPU time grew by more than a second", () -> {
                watch.read();
                return watch.figures(0, Long.MAX_VALUE).cpuSeconds() > 1;
            });
            RemoteGenerator figures = watch.figures(0, Long.MAX_VALUE);
            assertEquals(4, figures.cores());
            assertTrue(figures.cpuSeconds() < asked.get(), "CPU seconds since the first answer: " + figures);
        }
        try (ClosedPort nobody = new ClosedPort()) {
            assertThrows(IOException.class, () -> new Watch(new HostPort("127.0.0.1", nobody.number() - 1)));
        }
    }

    @Test
    void aClockThatDiffersIsRefused() throws Exception {
        for (int ahead : new int[] {0, 60_000, -60_000}) {
            HostPort server = server();
            try (Closeable _ = Stats.Generator.report(server,
                    () -> new Stats.Generator(System.currentTimeMillis() + ahead, 0, 4, false))) {
                if (ahead == 0) {
                    Generators.checkClock(server);
                } else {
                    String message = assertThrows(IOException.class, () -> Generators.checkClock(server)).getMessage();
                    assertTrue(message.matches("the clock of the jmeter-server at " + server + " is (59,9|60,0).. ms "
                            + (ahead > 0 ? "ahead of" : "behind") + " this machine's; .*NTP.*"), message);
                }
            }
        }
    }
}
