package lab.run;

import common.io.HostPort;
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
import lab.results.Run.RemoteGenerator;
import load.ControlPort;
import load.Stats;
import process.Child;

/**
 * The load of one run: JMeter on this machine, and the machines that it controls. After {@link #close}, the JTL
 * (JMeter's result file) has all samples, with the times of this machine's clock.
 */
final class Generator implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Generator.class.getName());
    /** Samples from other machines may arrive this late: a garbage collection on either side delays them. */
    private static final long LATE_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;
    private static final Pattern STAMP = Pattern.compile("^(\\d{13}),");

    static final class Watch {
        private static final int QUESTIONS = 8;
        private static final int FIRST_MILLIS = 3_000;
        /** A longer wait would delay the next reading of CPU time. */
        private static final int TIMEOUT_MILLIS = 500;

        /**
         * The offset of another machine's clock, in milliseconds. The error is at most half of the round trip (F.
         * Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989), plus the clocks' resolution.
         *
         * @param ahead how far the other clock is ahead
         * @param error the largest possible error of {@code ahead}
         */
        record Clock(double ahead, double error) {
            private static final double RESOLUTION = 1;

            static Clock of(long before, long there, long after) {
                return new Clock(there - (before + after) / 2.0, (after - before) / 2.0 + RESOLUTION);
            }

            static Clock best(List<Clock> clocks) {
                return clocks.stream().min(Comparator.comparingDouble(Clock::error)).orElseThrow();
            }

            /** Adds the drift between the two readings, minus the part that their errors explain. */
            double errorAt(Clock later) {
                return error + Math.max(0, Math.abs(later.ahead - ahead) - error - later.error);
            }
        }

        private record Answer(Stats.Generator stats, Clock clock) {
            private double cpuSeconds() {
                return stats.cpuMillis() < 0 ? Double.NaN : stats.cpuMillis() / 1e3;
            }
        }

        private final HostPort server;
        private final Series<Answer> answers = new Series<>();
        final Clock clock;

        Watch(HostPort server) throws IOException {
            this(server, FIRST_MILLIS);
        }

        Watch(HostPort server, int firstMillis) throws IOException {
            this.server = server;
            List<Clock> clocks = new ArrayList<>();
            for (int i = 0; i < QUESTIONS; i++) {
                clocks.add(ask(firstMillis));
            }
            clock = Clock.best(clocks);
        }

        void read() {
            try {
                ask(TIMEOUT_MILLIS);
            } catch (IOException e) {
                return;
            }
        }

        private Clock ask(int timeoutMillis) throws IOException {
            long before = System.currentTimeMillis();
            Stats.Generator stats = Stats.ofGenerator(server, timeoutMillis);
            long after = System.currentTimeMillis();
            Clock now = Clock.of(before, stats.millis(), after);
            answers.add((before + after) / 2, new Answer(stats, now));
            return now;
        }

        RemoteGenerator figures(long from, long to) {
            double error = answers.all().values().stream().mapToDouble(each -> clock.errorAt(each.clock())).max()
                    .orElseThrow();
            return new RemoteGenerator(server.toString(), answers.all().firstEntry().getValue().stats().cores(),
                    answers.between(Answer::cpuSeconds, from, to), clock.ahead(), error);
        }
    }

    private final List<Watch> watches = new ArrayList<>();
    private final Path samples;
    private final Path jtl;
    private final ControlPort control = new ControlPort();
    private final Child jmeter;

    Generator(Generators place, ProcessBuilder builder, Path jtl, Path output) throws IOException {
        for (HostPort server : place.servers().addresses()) {
            watches.add(new Watch(server));
        }
        this.samples = place.samples(jtl);
        this.jtl = jtl;
        jmeter = watches.isEmpty() ? Child.startGuarded("JMeter", builder, 0, output)
                : Child.startGuardedIgnoringInterrupt("JMeter", builder, output, control::read);
    }

    void read() {
        watches.forEach(Watch::read);
    }

    Child process() {
        return jmeter;
    }

    long lateMillis() {
        return watches.isEmpty() ? 0 : LATE_MILLIS;
    }

    JtlTail follow(JtlTail.Receiver receiver) {
        Map<String, Double> ahead = new HashMap<>();
        watches.forEach(watch -> ahead.put(watch.server.toString(), watch.clock.ahead()));
        return watches.isEmpty() ? new JtlTail(samples, receiver)
                : new JtlTail(samples, record -> receiver.receive(shifted(record, ahead)));
    }

    static String shifted(String record, Map<String, Double> ahead) throws IOException {
        Matcher stamp = STAMP.matcher(record);
        if (!stamp.find()) {
            return record;
        }
        // The name of a sample's thread begins with the generator's HOST:PORT.
        double millis = ahead.entrySet().stream().filter(each -> record.contains("," + each.getKey() + "-"))
                .mapToDouble(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new IOException("a sample comes from none of the generators " + ahead.keySet() + ": "
                        + record.strip()));
        return Math.round(Long.parseLong(stamp.group(1)) - millis) + record.substring(stamp.end(1));
    }

    List<RemoteGenerator> machines(long from, long to) {
        return watches.stream().map(watch -> watch.figures(from, to)).toList();
    }

    /** JMeter must stop the other machines before it is killed. */
    @Override
    public void close() throws IOException {
        try (jmeter) {
            if (control.stopNow() && !jmeter.awaitExit(END_MILLIS)) {
                LOG.log(System.Logger.Level.WARNING, "JMeter did not end the load on other machines within {0} ms",
                        END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!watches.isEmpty()) {
            copy(this::follow, jtl);
            Files.deleteIfExists(samples);
        }
    }

    static void copy(Function<JtlTail.Receiver, JtlTail> follow, Path jtl) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jtl))) {
            JtlTail tail = follow.apply(record -> out.write(record.getBytes(StandardCharsets.ISO_8859_1)));
            tail.read();
            // Jtl.checkWhole must see an incomplete last record, too.
            out.write(tail.rest().getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
