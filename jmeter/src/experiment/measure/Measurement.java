package experiment.measure;

import java.util.List;

/**
 * Everything that was measured in one window of {@code seconds} seconds. Plain data.
 *
 * @param yardstick CPU seconds that a fixed piece of arithmetic took just before the run: the same before every run where
 *                  the machine is nobody else's; NaN where not known
 */
public record Measurement(double seconds, Requests requests, Usage serviceOne, Usage serviceTwo, Usage generator,
                          Machine machine, Jvm jvm, List<Tick> ticks, double yardstick) {

    /** Requests per second that were answered as they should be. */
    public double throughput() {
        return requests.answered() / seconds;
    }

    /** CPU seconds of service one, service two and JMeter together for a request; NaN where unknown. */
    public double cpuOfAllPerRequest() {
        return (serviceOne.cpuSeconds() + serviceTwo.cpuSeconds() + generator.cpuSeconds()) / requests.answered();
    }

    /** CPU seconds that the window had to give. */
    public double capacity() {
        return machine.cores() * seconds;
    }

    /** Requests that were in flight on average, as Little's law tells from throughput and mean latency. */
    public double effectiveConcurrency() {
        return requests.latency() == null ? 0 : throughput() * requests.latency().mean() / 1e3;
    }
}
