package lab.judge;

import java.util.List;
import java.util.Objects;

/** Everything that was measured in one window of {@code seconds} seconds. Plain data. */
public record Measurement(double seconds, Requests requests, Usage serviceOne, Usage serviceTwo, Usage generator,
                          MachineUsage machine, Jvm jvm, List<Tick> ticks, Yardsticks yardsticks,
                          Elsewhere elsewhere, Work work, Compilation compilation, WarmUp warmUp) {
    /** Results that were written before there was one of these have none. */
    public Measurement {
        yardsticks = Objects.requireNonNullElse(yardsticks, Yardsticks.NONE);
        elsewhere = Objects.requireNonNullElse(elsewhere, Elsewhere.NOTHING);
        work = Objects.requireNonNullElse(work, Work.NONE);
        compilation = Objects.requireNonNullElse(compilation, Compilation.UNKNOWN);
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

    /**
     * CPU seconds of service one without its JVM's compiler, where that is known: a service compiles its code once, and
     * a window of seconds would charge so few requests with it.
     */
    double serviceSeconds() {
        return serviceOne.cpuSeconds() - orNone(compilation.compilerSeconds());
    }

    /** The part of it in the window's first half. */
    double serviceFirstHalfSeconds() {
        return serviceOne.firstHalfSeconds() - orNone(compilation.firstHalfSeconds());
    }

    private static double orNone(double seconds) {
        return Double.isNaN(seconds) ? 0 : seconds;
    }

    /** CPU seconds of service one, service two and JMeter together, as far as they run on this machine. */
    double ownSeconds() {
        return serviceOne.cpuSeconds() + (elsewhere.serviceTwo() ? 0 : serviceTwo.cpuSeconds())
                + generator.cpuSeconds();
    }

    /** The same for a request; NaN where unknown. */
    public double cpuOfAllPerRequest() {
        return ownSeconds() / requests.answered();
    }

    /** What JMeter used of its machine's CPU time, of the machine where it used most; NaN where one doesn't tell. */
    double generatorShare() {
        return elsewhere.generators().stream().mapToDouble(each -> each.share(seconds))
                .reduce(generator.cpuSeconds() / capacity(), Math::max);
    }

    /** Of the CPU time that this machine wanted, what the hypervisor gave to others; NaN where not known. */
    public double stolenShare() {
        return machine.stolenSeconds() / (machine.busySeconds() + machine.stolenSeconds());
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
