package lab.run;

import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lab.judge.Run.RemoteGenerator;
import load.ControlPort;

/**
 * The generators of one run on other machines: the JMeter here that drives them, the watch of each, and the copy of
 * their samples by this machine's clock. Used by the runner's thread.
 */
final class RemoteGenerators implements Generator {
    private static final System.Logger LOG = System.getLogger(RemoteGenerators.class.getName());
    /** Samples come within some milliseconds; a collection on either side takes longer. */
    private static final long LATE_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;

    private final List<GeneratorWatch> watches;
    private final ControlPort control = new ControlPort();
    private final AlignedSamples samples;
    private final Child controller;

    private RemoteGenerators(List<GeneratorWatch> watches, ProcessBuilder jmeter, Path written, Path jtl, Path output)
            throws IOException {
        this.watches = watches;
        Map<String, Double> ahead = new LinkedHashMap<>();
        watches.forEach(watch -> ahead.put(watch.server().toString(), watch.clock().ahead()));
        controller = Child.startGuardedIgnoringInterrupt("JMeter", jmeter, output, control::read);
        samples = new AlignedSamples(written, jtl, ahead);
    }

    static Generator start(List<HostPort> servers, ProcessBuilder jmeter, Path written, Path jtl, Path output)
            throws IOException {
        List<GeneratorWatch> watches = new ArrayList<>();
        try {
            for (HostPort server : servers) {
                watches.add(GeneratorWatch.start(server));
            }
            return new RemoteGenerators(watches, jmeter, written, jtl, output);
        } catch (IOException e) {
            watches.forEach(GeneratorWatch::close);
            throw e;
        }
    }

    @Override
    public Child process() {
        return controller;
    }

    @Override
    public long lateMillis() {
        return LATE_MILLIS;
    }

    @Override
    public List<RemoteGenerator> machines(long from, long to) {
        return watches.stream().map(watch -> watch.figures(from, to)).toList();
    }

    /** The others go on with their load where the JMeter here is merely ended: so it is to tell them first. */
    @Override
    public void close() throws IOException {
        watches.forEach(GeneratorWatch::close);
        try (samples; controller) {
            if (control.stopNow() && !controller.awaitExit(END_MILLIS)) {
                LOG.log(System.Logger.Level.WARNING, "JMeter did not end the load of other machines within {0} ms",
                        END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // whoever interrupts wants it gone all the sooner
        }
    }
}
