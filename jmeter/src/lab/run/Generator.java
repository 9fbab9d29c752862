package lab.run;

import common.io.HostPort;
import common.process.Child;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import lab.judge.Run.RemoteGenerator;
import load.ControlPort;
import load.Stats;

/**
 * What makes the load of one run: a JMeter here or, where that drives other machines, with it a watch of each. Closing
 * it ends the load, and then all samples are in the JTL, by this machine's clock.
 */
final class Generator implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Generator.class.getName());
    /** Samples of other machines come within some milliseconds; a collection on either side takes longer. */
    private static final long LATE_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;
    private static final Pattern STAMP = Pattern.compile("^(\\d{13}),");

    /** Asks a generator elsewhere for its clock and its CPU time: some times before a run, and each second of it. */
    static final class Watch {
        private static final int QUESTIONS = 8;      // of which the quickest counts
        private static final int FIRST_MILLIS = 3_000;
        /** A reading that takes longer would delay those of CPU time, and is left out. */
        private static final int TIMEOUT_MILLIS = 500;

        /**
         * What one question about another machine's clock tells, in milliseconds: the answer was given between question
         * and answer, so half the time between them is the most by which the middle is wrong, whichever way was slower
         * (F. Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989).
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
        final Clock clock;      // before the run: by it all of the run's samples are moved

        /** @throws IOException where it doesn't answer */
        Watch(HostPort server) throws IOException {
            this(server, FIRST_MILLIS);
        }

        /** @param firstMillis for which an answer is waited before the run */
        Watch(HostPort server, int firstMillis) throws IOException {
            this.server = server;
            List<Clock> clocks = new ArrayList<>();
            for (int i = 0; i < QUESTIONS; i++) {
                clocks.add(ask(firstMillis));
            }
            clock = Clock.best(clocks);
        }

        /** Takes a reading; none where it does not answer at once: the next one counts from the last one on. */
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

        /** What it did between two moments of this machine's clock. */
        RemoteGenerator figures(long from, long to) {
            double error = heard.all().values().stream().mapToDouble(each -> clock.errorBeside(each.clock())).max()
                    .orElseThrow();
            return new RemoteGenerator(server.toString(), heard.all().firstEntry().getValue().stats().cores(),
                    heard.between(Heard::cpuSeconds, from, to), clock.ahead(), error);
        }
    }

    private final List<Watch> watches = new ArrayList<>();      // none: the JMeter here makes the load
    private final Path written;
    private final Path jtl;
    private final ControlPort control = new ControlPort();
    private final Child jmeter;

    /** Starts it. @param output where what JMeter prints goes */
    Generator(Generators place, ProcessBuilder builder, Path jtl, Path output) throws IOException {
        for (HostPort server : place.servers().addresses()) {
            watches.add(new Watch(server));
        }
        this.written = place.written(jtl);
        this.jtl = jtl;
        jmeter = watches.isEmpty() ? Child.startGuarded("JMeter", builder, 0, output)
                : Child.startGuardedIgnoringInterrupt("JMeter", builder, output, control::read);
    }

    /** Takes a reading of the other machines. */
    void read() {
        watches.forEach(Watch::read);
    }

    /** JMeter on this machine: it makes the load, or tells others to. */
    Child process() {
        return jmeter;
    }

    /** By how many milliseconds samples may come later than they were made. */
    long lateMillis() {
        return watches.isEmpty() ? 0 : LATE_MILLIS;
    }

    /** Follows the samples while they come. */
    JtlTail follow(JtlTail.Each each) {
        Map<String, Double> ahead = new HashMap<>();
        watches.forEach(watch -> ahead.put(watch.server.toString(), watch.clock.ahead()));
        return watches.isEmpty() ? new JtlTail(written, each)
                : new JtlTail(written, record -> each.take(moved(record, ahead)));
    }

    /**
     * By this machine's clock.
     *
     * @param ahead by how many milliseconds the clock of each generator, HOST:PORT, is ahead of it
     */
    static String moved(String record, Map<String, Double> ahead) throws IOException {
        Matcher stamp = STAMP.matcher(record);
        if (!stamp.find()) {
            return record;      // the names of the columns
        }
        // JMeter begins the name of a sample's thread with the HOST:PORT that the generator was given the order at.
        double millis = ahead.entrySet().stream().filter(each -> record.contains("," + each.getKey() + "-"))
                .mapToDouble(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new IOException("a sample of none of the generators " + ahead.keySet() + ": "
                        + record.strip()));
        return Math.round(Long.parseLong(stamp.group(1)) - millis) + record.substring(stamp.end(1));
    }

    /** The other machines, with what they did between two moments; none where the load is made here. */
    List<RemoteGenerator> machines(long from, long to) {
        return watches.stream().map(watch -> watch.figures(from, to)).toList();
    }

    /** The others go on with their load where the JMeter here is merely ended: so it is to tell them first. */
    @Override
    public void close() throws IOException {
        try (jmeter) {
            if (control.stopNow() && !jmeter.awaitExit(END_MILLIS)) {
                LOG.log(System.Logger.Level.WARNING, "JMeter did not end the load of other machines within {0} ms",
                        END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // whoever interrupts wants it gone all the sooner
            return;
        }
        if (!watches.isEmpty()) {
            copy(this::follow, jtl);
            Files.deleteIfExists(written);
        }
    }

    static void copy(Function<JtlTail.Each, JtlTail> samples, Path jtl) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jtl))) {
            JtlTail tail = samples.apply(record -> out.write(record.getBytes(StandardCharsets.ISO_8859_1)));
            tail.read();
            // So that it is seen where JMeter wrote no more.
            out.write(tail.rest().getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
