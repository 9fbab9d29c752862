package lab.run;

import common.io.HostPort;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.ToDoubleFunction;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.HttpText;
import load.Stats;

/**
 * Reads service two's counts while a contender is loaded; each look is a request to service two that counts as none.
 * And keeps one answer of the contender's, asked for while JMeter starts, so that it takes no time of its own.
 */
final class WorkMeter {
    private static final System.Logger LOG = System.getLogger(WorkMeter.class.getName());
    /** A reading that takes longer would delay those of CPU time, and is left out. */
    private static final int COUNTS_MILLIS = 500;
    private static final int SAMPLE_MILLIS = 10_000;
    private static final int MOST_CHARACTERS = 500;

    private final RunningServiceTwo serviceTwo;
    private final FutureTask<Sample> sample;
    private final Series<Stats.Two> readings = new Series<>();

    /** @param sample asks for the contender's answer, on a virtual thread */
    WorkMeter(RunningServiceTwo serviceTwo, Callable<Sample> sample) {
        this.serviceTwo = serviceTwo;
        this.sample = new FutureTask<>(sample);
        Thread.ofVirtual().name("answer-sample").start(this.sample);
    }

    /** @param address of the contender */
    static Sample answer(HostPort address, String path, String token) throws IOException {
        String body = HttpText.get(URI.create("http://" + address + path), SAMPLE_MILLIS,
                Map.of("Authorization", token));
        return new Sample(body.getBytes(StandardCharsets.UTF_8).length,
                body.substring(0, Math.min(body.length(), MOST_CHARACTERS)));
    }

    /** Takes a reading; none where service two does not answer at once. */
    void read() {
        long before = System.currentTimeMillis();
        try {
            Stats.Two told = Stats.ofServiceTwo(serviceTwo.address(), COUNTS_MILLIS);
            readings.add((before + System.currentTimeMillis()) / 2, told);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "service two does not tell its counts: {0}", e.toString());
        }
    }

    /** What was done between two moments, if readings were taken around both; and the answer, where there was one. */
    Work between(long from, long to) {
        Sample answer = sample.state() == FutureTask.State.SUCCESS ? sample.resultNow() : null;
        return between(readings, answer, from, to);
    }

    static Work between(Series<Stats.Two> readings, Sample answer, long from, long to) {
        if (readings.all().size() < 2) {
            return new Work(Map.of(), Double.NaN, Double.NaN, answer);
        }
        Map<String, Double> calls = new LinkedHashMap<>();
        for (String route : readings.all().firstEntry().getValue().answeredByRoute().keySet()) {
            ToDoubleFunction<Stats.Two> count = told -> told.answeredByRoute().getOrDefault(route, 0L);
            calls.put(route, readings.between(count, from, to));
        }
        return new Work(calls, readings.between(Stats.Two::connections, from, to),
                readings.between(Stats.Two::abandoned, from, to), answer);
    }
}
