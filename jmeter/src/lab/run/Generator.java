package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Run.RemoteGenerator;
import load.ControlPort;
import load.Stats;
import load.jtl.Jtl;
import machine.Series;
import process.Child.Option;
import process.Child;

/**
 * The load of one run: JMeter on this machine, and the machines that it controls.
 *
 * @param watches one for each of these machines
 * @param jtl where JMeter writes its samples
 */
public record Generator(List<Watch> watches, Path jtl, ControlPort control, Child jmeter) implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Generator.class.getName());
    /** Samples from other machines may arrive this late: a garbage collection on either side delays them. */
    private static final long LATE_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;
    private static final long PATIENCE_MILLIS = 5_000;
    private static final int FIRST_MILLIS = 3_000;

    /** Another machine's account of its JMeter. */
    static final class Watch {
        /** A longer wait would delay the next reading of CPU time. */
        private static final int TIMEOUT_MILLIS = 500;

        private final HostPort server;
        private final Series<Stats.Generator> answers = new Series<>();

        Watch(HostPort server, int firstMillis) throws IOException {
            this.server = server;
            ask(firstMillis);
        }

        void read() {
            try {
                ask(TIMEOUT_MILLIS);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "no answer in time; the next reading makes up for it", e);
            }
        }

        private void ask(int timeoutMillis) throws IOException {
            long before = System.currentTimeMillis();
            Stats.Generator answer = Stats.ofGenerator(server, timeoutMillis);
            answers.add((before + System.currentTimeMillis()) / 2, answer);
        }

        RemoteGenerator figures(long from, long to) {
            return new RemoteGenerator(server.toString(), answers.all().firstEntry().getValue().cores(),
                    answers.between(Watch::cpuSeconds, from, to));
        }

        private static double cpuSeconds(Stats.Generator answer) {
            return answer.cpuMillis() < 0 ? Double.NaN : answer.cpuMillis() / 1e3;
        }
    }

    static Generator start(List<HostPort> servers, ProcessBuilder builder, Path jtl, Path output) throws IOException {
        List<Watch> watches = new ArrayList<>();
        for (HostPort server : servers) {
            watches.add(new Watch(server, FIRST_MILLIS));
        }
        ControlPort control = new ControlPort();
        return new Generator(watches, jtl, control, watches.isEmpty()
                ? new Child("JMeter", builder, output, _ -> { }, Option.GUARDED)
                : new Child("JMeter", builder, output, control::read, Option.GUARDED, Option.IGNORES_INTERRUPT));
    }

    /**
     * For a load that ends by itself or by {@link #end}. Ctrl-C would end JMeter before it has written all samples, so
     * JMeter is made to ignore Ctrl-C.
     */
    public static Generator startIgnoringInterrupt(ProcessBuilder builder, Path jtl, Path output,
            Consumer<String> listener) throws IOException {
        ControlPort control = new ControlPort();
        return new Generator(List.of(), jtl, control,
                new Child("JMeter", builder, output, line -> {
                    listener.accept(line);
                    control.read(line);
                }, Option.IGNORES_INTERRUPT));
    }

    void read() {
        watches.forEach(Watch::read);
    }

    long lateMillis() {
        return watches.isEmpty() ? 0 : LATE_MILLIS;
    }

    Jtl samples() {
        return new Jtl(jtl);
    }

    List<RemoteGenerator> machines(long from, long to) {
        return watches.stream().map(watch -> watch.figures(from, to)).toList();
    }

    /** JMeter finishes the requests in flight and writes its files, if it answers. Waits for its end. */
    public void end() throws IOException, InterruptedException {
        if (jmeter.awaitExit(0)) {
            return;      // another program may have its port by now
        }
        if (control.shutDown() && jmeter.awaitExit(PATIENCE_MILLIS)
                || control.stopNow() && jmeter.awaitExit(PATIENCE_MILLIS)) {
            return;
        }
        jmeter.terminate();
        if (!jmeter.awaitExit(PATIENCE_MILLIS)) {
            jmeter.close();
        }
    }

    /** JMeter must stop the other machines before it is killed. */
    @Override
    public void close() throws IOException {
        try (jmeter) {
            boolean isRunning = !jmeter.awaitExit(0);      // else another program may have its port by now
            if (isRunning && control.stopNow() && !jmeter.awaitExit(END_MILLIS)) {
                LOG.log(System.Logger.Level.WARNING, "JMeter did not end the load on other machines within {0} ms",
                        END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
