package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import lab.judge.Run.RemoteGenerator;
import load.Stats;

/** Asks a generator elsewhere for its clock and its CPU time: some times before a run, and each second of it. */
final class GeneratorWatch {
    private static final int QUESTIONS = 8;      // of which the quickest counts
    private static final int FIRST_MILLIS = 3_000;
    /** A reading that takes longer would delay those of CPU time, and is left out. */
    private static final int TIMEOUT_MILLIS = 500;

    /**
     * What one question about another machine's clock tells, in milliseconds: the answer was given between question and
     * answer, so half the time between them is the most by which the middle is wrong, whichever way was slower (F.
     * Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989).
     *
     * @param ahead by how much that clock is ahead of this machine's
     * @param error by how much that may be wrong
     */
    record Clock(double ahead, double error) {
        /** Both clocks tell whole milliseconds. */
        private static final double RESOLUTION = 1;

        /** @param there the other machine's clock, read between the two moments of this machine's */
        static Clock of(long before, long there, long after) {
            return new Clock(there - (before + after) / 2.0, (after - before) / 2.0 + RESOLUTION);
        }

        /** The one with the least error: its question met the least delay. */
        static Clock best(List<Clock> clocks) {
            return clocks.stream().min(Comparator.comparingDouble(Clock::error)).orElseThrow();
        }

        /** How wrong it is at most at the time of a later one: its own error, and what both have surely drifted. */
        double errorBeside(Clock later) {
            return error + Math.max(0, Math.abs(later.ahead - ahead) - error - later.error);
        }
    }

    private record Heard(Stats.Generator stats, Clock clock) {
        /** NaN where it doesn't tell. */
        private double cpuSeconds() {
            return stats.cpuMillis() < 0 ? Double.NaN : stats.cpuMillis() / 1e3;
        }
    }

    private final HostPort server;
    private final Series<Heard> heard = new Series<>();
    private final Clock clock;

    /** @throws IOException where it doesn't answer */
    GeneratorWatch(HostPort server) throws IOException {
        this.server = server;
        List<Clock> clocks = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            clocks.add(ask(FIRST_MILLIS));
        }
        clock = Clock.best(clocks);
    }

    /** Takes a reading; none where it does not answer at once: what it says the next time counts from the last on. */
    void read() {
        try {
            ask(TIMEOUT_MILLIS);
        } catch (IOException e) {
            return;      // too busy, perhaps
        }
    }

    private Clock ask(int timeoutMillis) throws IOException {
        long before = System.currentTimeMillis();
        Stats.Generator stats = Stats.ofGenerator(server, timeoutMillis);
        long after = System.currentTimeMillis();
        Clock now = Clock.of(before, stats.millis(), after);
        heard.add((before + after) / 2, new Heard(stats, now));
        return now;
    }

    HostPort server() {
        return server;
    }

    /** Its clock before the run, by which all of the run's samples are moved. */
    Clock clock() {
        return clock;
    }

    /** What it did between two moments of this machine's clock. */
    RemoteGenerator figures(long from, long to) {
        double error = heard.all().values().stream().mapToDouble(each -> clock.errorBeside(each.clock())).max()
                .orElseThrow();
        return new RemoteGenerator(server.toString(), heard.all().firstEntry().getValue().stats().cores(),
                heard.between(Heard::cpuSeconds, from, to), clock.ahead(), error);
    }
}
