package lab.run;

import common.io.HostPort;
import java.io.IOException;
import lab.judge.Run.RemoteGenerator;
import load.Stats;

/**
 * Asks a generator elsewhere for its clock and its CPU time: some times before a run, and each second of it. Its own
 * virtual thread asks during the run; what it heard is guarded by this object's monitor.
 */
final class GeneratorWatch implements AutoCloseable {
    private static final int QUESTIONS = 8;      // of which the quickest counts
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final long PERIOD_MILLIS = 1_000;

    /** What it said, when, by this machine's clock. */
    private record Heard(long millis, Stats.Generator stats, ClockReading clock) {
    }

    private final HostPort server;
    private final Series<Heard> heard = new Series<>(Heard::millis);
    private final ClockReading clock;
    private final Thread thread;

    private GeneratorWatch(HostPort server) throws IOException {
        this.server = server;
        for (int i = 0; i < QUESTIONS; i++) {
            ask();
        }
        clock = ClockReading.best(heard.all().stream().map(Heard::clock).toList());
        thread = Thread.ofVirtual().name("watch of " + server).start(this::run);
    }

    /** @throws IOException where it doesn't answer */
    static GeneratorWatch start(HostPort server) throws IOException {
        return new GeneratorWatch(server);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                askAgain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // closed
        }
    }

    private void askAgain() {
        try {
            ask();
        } catch (IOException e) {
            return;      // too busy, perhaps; what it says the next time counts from the last time on
        }
    }

    private void ask() throws IOException {
        long before = System.currentTimeMillis();
        Stats.Generator stats = Stats.ofGenerator(server, TIMEOUT_MILLIS);
        long after = System.currentTimeMillis();
        synchronized (this) {
            heard.add(new Heard((before + after) / 2, stats, ClockReading.of(before, stats.millis(), after)));
        }
    }

    HostPort server() {
        return server;
    }

    /** Its clock before the run, by which all of the run's samples are moved. */
    ClockReading clock() {
        return clock;
    }

    /** What it did between two moments of this machine's clock. */
    synchronized RemoteGenerator figures(long from, long to) {
        double error = heard.all().stream().mapToDouble(each -> clock.errorBeside(each.clock())).max().orElseThrow();
        return new RemoteGenerator(server.toString(), heard.first().stats().cores(),
                heard.between(GeneratorWatch::cpuSeconds, from, to), clock.ahead(), error);
    }

    /** NaN where it doesn't tell. */
    private static double cpuSeconds(Heard heard) {
        return heard.stats().cpuMillis() < 0 ? Double.NaN : heard.stats().cpuMillis() / 1e3;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
