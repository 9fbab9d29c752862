package experiment.statistics;

import java.util.List;
import java.util.Objects;

/** Everything that was measured in one window of {@code seconds} seconds. Plain data. */
public record Measurement(double seconds, Requests requests, Usage serviceOne, Usage serviceTwo, Usage generator,
                          MachineUsage machine, Jvm jvm, List<Tick> ticks, Yardsticks yardsticks, WarmUp warmUp) {
    /** Results that were written before there were yardsticks, or a warm-up by work, have none. */
    public Measurement {
        yardsticks = Objects.requireNonNullElse(yardsticks, Yardsticks.NONE);
        warmUp = Objects.requireNonNullElse(warmUp, WarmUp.NONE);
    }

    /** Requests per second that were answered as they should be. */
    public double throughput() {
        return requests.answered() / seconds;
    }

    /** Of the requests of the window, as {@link Requests} tells them; NaN where there are none. */
    public double failedShare() {
        long all = requests.latencies() + requests.failed();
        return all == 0 ? Double.NaN : (double) requests.failed() / all;
    }

    /** CPU seconds of service one, service two and JMeter together for a request; NaN where unknown. */
    public double cpuOfAllPerRequest() {
        return (serviceOne.cpuSeconds() + serviceTwo.cpuSeconds() + generator.cpuSeconds()) / requests.answered();
    }

    /** CPU seconds that all cores together had during the window. */
    public double capacity() {
        return machine.cores() * seconds;
    }

    /** Requests that were in flight on average, as Little's law tells from throughput and mean latency. */
    public double effectiveConcurrency() {
        return requests.latency() == null ? 0 : throughput() * requests.latency().mean() / 1e3;
    }
}
