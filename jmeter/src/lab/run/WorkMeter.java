package lab.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;

/**
 * Reads service two's counts while a contender is loaded. Each look is a request to service two that counts as none.
 * Used by the runner's thread.
 */
public final class WorkMeter {
    private static final System.Logger LOG = System.getLogger(WorkMeter.class.getName());
    /** A reading that takes longer would delay those of CPU time, and is left out. */
    private static final int TIMEOUT_MILLIS = 500;

    /** @param millis since 1970, as in JMeter's samples */
    record Reading(long millis, ServiceTwoCounts counts) {
    }

    private final String serviceTwo;
    private final Supplier<Sample> sample;
    private final Series<Reading> readings = new Series<>(Reading::millis);

    /**
     * @param serviceTwo its HOST:PORT
     * @param sample     an answer of the contender; null while there is none
     */
    public WorkMeter(String serviceTwo, Supplier<Sample> sample) {
        this.serviceTwo = serviceTwo;
        this.sample = sample;
    }

    /** Takes a reading; none where service two does not answer at once. */
    public void read() {
        long before = System.currentTimeMillis();
        try {
            ServiceTwoCounts counts = ServiceTwoCounts.ask(serviceTwo, TIMEOUT_MILLIS);
            add(new Reading((before + System.currentTimeMillis()) / 2, counts));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "service two does not tell its counts: {0}", e.toString());
        }
    }

    void add(Reading reading) {
        readings.add(reading);
    }

    /** What was done between two moments, if readings were taken around both. */
    public Work between(long from, long to) {
        if (readings.all().size() < 2) {
            return new Work(Map.of(), Double.NaN, Double.NaN, sample.get());
        }
        Map<String, Double> calls = new LinkedHashMap<>();
        for (String route : readings.first().counts().answeredByRoute().keySet()) {
            calls.put(route, between(counts -> counts.answeredByRoute().getOrDefault(route, 0L), from, to));
        }
        return new Work(calls, between(ServiceTwoCounts::connections, from, to),
                between(ServiceTwoCounts::abandoned, from, to), sample.get());
    }

    private double between(ToDoubleFunction<ServiceTwoCounts> count, long from, long to) {
        return readings.between(reading -> count.applyAsDouble(reading.counts()), from, to);
    }
}
