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
 * What makes the load of one run: a JMeter here or, where that drives other machines, with it a watch of each, and the
 * copy of their samples by this machine's clock. Closing it ends the load, and then all samples are in the JTL.
 */
final class Generator implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Generator.class.getName());
    /** Samples of other machines come within some milliseconds; a collection on either side takes longer. */
    private static final long LATE_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;

    private final List<GeneratorWatch> watches;      // none: the JMeter here makes the load
    private final ControlPort control = new ControlPort();
    private final Child jmeter;
    private final AlignedSamples samples;            // null where this machine's clock stamps them

    private Generator(List<GeneratorWatch> watches, ProcessBuilder builder, Path written, Path jtl, Path output)
            throws IOException {
        this.watches = watches;
        if (watches.isEmpty()) {
            jmeter = Child.startGuarded("JMeter", builder, 0, output);
            samples = null;
        } else {
            jmeter = Child.startGuardedIgnoringInterrupt("JMeter", builder, output, control::read);
            Map<String, Double> ahead = new LinkedHashMap<>();
            watches.forEach(watch -> ahead.put(watch.server().toString(), watch.clock().ahead()));
            samples = new AlignedSamples(written, jtl, ahead);
        }
    }

    /** @param output where what JMeter prints goes */
    static Generator start(Generators place, ProcessBuilder jmeter, Path jtl, Path output) throws IOException {
        List<GeneratorWatch> watches = new ArrayList<>();
        try {
            for (HostPort server : place.servers().addresses()) {
                watches.add(new GeneratorWatch(server));
            }
            return new Generator(watches, jmeter, place.written(jtl), jtl, output);
        } catch (IOException e) {
            watches.forEach(GeneratorWatch::close);
            throw e;
        }
    }

    /** JMeter on this machine: it makes the load, or tells others to. */
    Child process() {
        return jmeter;
    }

    /** By how many milliseconds samples may come later than they were made. */
    long lateMillis() {
        return watches.isEmpty() ? 0 : LATE_MILLIS;
    }

    /** The other machines, with what they did between two moments; none where the load is made here. */
    List<RemoteGenerator> machines(long from, long to) {
        return watches.stream().map(watch -> watch.figures(from, to)).toList();
    }

    /** The others go on with their load where the JMeter here is merely ended: so it is to tell them first. */
    @Override
    public void close() throws IOException {
        watches.forEach(GeneratorWatch::close);
        try (samples; jmeter) {
            if (control.stopNow() && !jmeter.awaitExit(END_MILLIS)) {
                LOG.log(System.Logger.Level.WARNING, "JMeter did not end the load of other machines within {0} ms",
                        END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // whoever interrupts wants it gone all the sooner
        }
    }
}
