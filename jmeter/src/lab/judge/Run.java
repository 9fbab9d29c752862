package lab.judge;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import lab.define.Load;
import lab.define.Prediction;
import load.SentArrivals;
import load.jtl.Percentiles;

/**
 * One run of a contender under a load, and all of its records. These records are written to
 * {@code results.json} and read back, so the names of their components are a file format. An unknown figure is NaN, or
 * -1 if it is a whole number.
 *
 * @param contender  the contender's name
 * @param repetition the number of the repetition, counted from 1
 * @param predicted  the prediction by Little's law, from before the run
 * @param failure    why nothing could be measured; empty for a measured run
 * @param measured   the measurements; null for a failed run
 */
public record Run(String contender, Load load, int repetition, Prediction predicted, String failure,
        Measurement measured) {

    public static Run failed(String contender, Load load, int repetition, Prediction predicted, String failure) {
        return new Run(contender, load, repetition, predicted, failure, null);
    }

    public boolean isMeasured() {
        return failure.isEmpty();
    }

    /** NaN for -1. */
    static double known(long value) {
        return value < 0 ? Double.NaN : value;
    }

    /**
     * The measurements of a window of {@code seconds} seconds.
     *
     * @param ticks about one tick for each second, including the warm-up
     */
    public record Measurement(double seconds, Requests requests, Usage serviceOne, Usage serviceTwo, Usage generator,
            MachineUsage machine, Jvm jvm, List<Tick> ticks, Yardsticks yardsticks, Elsewhere elsewhere, Work work,
            Compilation compilation, WarmUp warmUp) {
        /** Refuses a file of another version that lacks one of these records. */
        public Measurement {
            Stream.of(requests, serviceOne, serviceTwo, generator, machine, jvm, ticks, yardsticks, elsewhere, work,
                    compilation, warmUp).forEach(Objects::requireNonNull);
        }

        /** Good answers per second. */
        public double throughput() {
            return requests.answered() / seconds;
        }

        /** The share of failed requests, counted as in {@link Requests}; NaN if there were none. */
        public double failedShare() {
            long all = requests.latencies() + requests.failed();
            return all == 0 ? Double.NaN : (double) requests.failed() / all;
        }

        /**
         * CPU seconds of service one without the JIT compiler, if that is known: a service compiles its code only once,
         * and that cost should not burden the few requests of a short window.
         */
        double serviceSeconds() {
            return less(serviceOne.cpuSeconds(), compilation.compilerSeconds());
        }

        /** The part of {@link #serviceSeconds} in the window's first half. */
        double serviceFirstHalfSeconds() {
            return less(serviceOne.firstHalfSeconds(), compilation.firstHalfSeconds());
        }

        private static double less(double seconds, double compiler) {
            return Double.isNaN(compiler) ? seconds : seconds - compiler;
        }

        /** CPU seconds of service one, service two and JMeter on this machine. */
        double ownSeconds() {
            return serviceOne.cpuSeconds() + (elsewhere.serviceTwo() ? 0 : serviceTwo.cpuSeconds())
                    + generator.cpuSeconds();
        }

        /** CPU seconds of everything that ran on the machine, plus those that the hypervisor took. */
        private double machineSeconds() {
            return machine.busySeconds() + machine.stolenSeconds();
        }

        /** The share of this machine's requested CPU time that the hypervisor gave to others. */
        public double stolenShare() {
            return machine.stolenSeconds() / machineSeconds();
        }

        /** The used share of the machine's CPU time; if unknown, the share that the experiment itself used. */
        public double busyShare() {
            return (Double.isNaN(machineSeconds()) ? ownSeconds() : machineSeconds()) / capacity();
        }

        /** The share of the machine's CPU time that other programs used. */
        public double othersShare() {
            return (machineSeconds() - ownSeconds()) / capacity();
        }

        /**
         * The share of its machine's CPU time that JMeter used; the largest of several machines, NaN if one is unknown.
         */
        double generatorShare() {
            return elsewhere.generators().stream().mapToDouble(each -> each.share(seconds))
                    .reduce(generator.cpuSeconds() / capacity(), Math::max);
        }

        /** The CPU seconds of all cores during the window. */
        public double capacity() {
            return machine.cores() * seconds;
        }

        /** Mean number of requests in flight by Little's law: throughput × mean latency. */
        public double effectiveConcurrency() {
            return requests.latency() == null ? 0 : throughput() * requests.latency().mean() / 1e3;
        }
    }

    /**
     * JMeter's records of the measured window.
     *
     * @param answered  good answers that came in the window; for bursts, the answers to the bursts sent in it
     * @param failed    requests that failed in the window; in an open loop, requests sent in it that failed at any time
     * @param firstHalf how many of {@code answered} came in the window's first half
     * @param failures  the number of each kind of failure
     * @param latency   latency of the answered requests; in an open loop, of requests sent in the window, whenever the
     *                  answer came; null if there are none
     * @param halves    mean latency in each half of the window, in milliseconds; NaN if it had no answers
     * @param histogram the distribution of the latencies
     * @param arrivals  in an open loop, the sent arrivals compared with the intended ones
     */
    public record Requests(long answered, long failed, long firstHalf, Map<String, Long> failures, Latency latency,
            Halves halves, List<Bucket> histogram, SentArrivals arrivals) {

        /** The number of latencies; in an open loop, of requests sent in the window and answered at any time. */
        public long latencies() {
            return histogram.stream().mapToLong(Bucket::count).sum();
        }
    }

    /** A mean in each half of the window. */
    public record Halves(double first, double second) {
        /** Their difference as a share of the larger one; NaN if one is unknown. */
        public double difference() {
            return Math.abs(second - first) / Math.max(first, second);
        }
    }

    /** Latencies of at least {@code from} and less than {@code to} milliseconds. */
    public record Bucket(double from, double to, long count) {
    }

    /**
     * Time from request to complete answer, in milliseconds, over all requests of a window; exact, by nearest rank.
     *
     * @param intervals the confidence intervals of the percentiles that have enough requests
     */
    public record Latency(double mean, long p50, long p90, long p95, long p99, long p999, long max,
            List<Percentiles.Interval> intervals) {

        /** @param sorted the latencies in ascending order, at least one */
        public static Latency of(long[] sorted) {
            return new Latency(Arrays.stream(sorted).average().orElseThrow(), Percentiles.of(sorted, 50),
                    Percentiles.of(sorted, 90), Percentiles.of(sorted, 95), Percentiles.of(sorted, 99),
                    Percentiles.of(sorted, 99.9), sorted[sorted.length - 1],
                    DoubleStream.of(50, 90, 95, 99, 99.9).mapToObj(percent -> Percentiles.interval(sorted, percent))
                            .flatMap(Optional::stream).toList());
        }
    }

    /**
     * The kernel's account of a program, all processes together, for the measured window.
     *
     * @param cpuSeconds       CPU time in user and kernel mode
     * @param firstHalfSeconds the part of it in the window's first half
     * @param rss              resident memory at the window's end, in bytes
     * @param threads          threads of the operating system at the window's end
     * @param files            the most file descriptors that one process has open at the window's end
     * @param fileLimit        how many file descriptors it may open
     */
    public record Usage(double cpuSeconds, double firstHalfSeconds, long rss, long threads, long files,
            long fileLimit) {
        /** The used share of its descriptors; 0 if unknown. */
        double fileShare() {
            return files < 0 || fileLimit <= 0 ? 0 : (double) files / fileLimit;
        }
    }

    /**
     * The whole machine during the measured window.
     *
     * @param cores           the cores that this JVM may use
     * @param busySeconds     CPU time of all programs, without stolen time
     * @param stolenSeconds   CPU time that the hypervisor gave to other machines although this one wanted it
     * @param listenOverflows connections that the kernel dropped because a listen queue was full
     * @param contention      why programs waited for the machine
     */
    public record MachineUsage(int cores, double busySeconds, double stolenSeconds, long listenOverflows,
            Contention contention) {
    }

    /**
     * Why programs waited for the machine during the measured window.
     *
     * @param periods          scheduling periods of the control groups that limit CPU time; 0 if there is no limit
     * @param throttledPeriods the periods in which a group had used up its quota and stood still
     * @param cpuPressure      share of the window in which at least one task waited for a core
     * @param memoryPressure   share of the window in which at least one task waited for memory
     */
    public record Contention(double periods, double throttledPeriods, double cpuPressure, double memoryPressure) {
        /** From 0 to 1. */
        public double throttledShare() {
            return periods == 0 ? 0 : throttledPeriods / periods;
        }
    }

    /**
     * A JVM's report right after the measured window, under load.
     *
     * @param version        the version of Java, such as 25.0.3
     * @param heapLive       bytes of the heap after a full collection
     * @param heapMax        limit of the heap in bytes
     * @param virtualThreads the number of live virtual threads
     * @param carriers       threads of the virtual threads' scheduler
     * @param compileQueue   methods that waited for the compiler
     */
    public record Jvm(String version, long heapLive, long heapMax, long virtualThreads, long carriers,
            double compileQueue) {
        /** For a program that is no JVM, or one that does not answer. */
        public static final Jvm NONE = new Jvm("", -1, -1, -1, -1, Double.NaN);
    }

    /**
     * What the JIT compiler and the garbage collector of a contender's JVM did during the measured window, by the
     * kernel's account of their threads.
     *
     * @param compilerSeconds  CPU time of its JIT compiler
     * @param firstHalfSeconds the part of it in the window's first half
     * @param collectorSeconds CPU time of its garbage collector
     * @param waitedFirst      share of the window's first half in which a compiler thread was ready but had no core,
     *                         for the thread that waited longest
     * @param waitedSecond     the same for the second half
     */
    public record Compilation(double compilerSeconds, double firstHalfSeconds, double collectorSeconds,
            double waitedFirst, double waitedSecond) {
        /** The smaller of the two shares. */
        public double waited() {
            return Math.min(waitedFirst, waitedSecond);
        }
    }

    /**
     * About one second of a run, warm-up included.
     *
     * @param at         end of the tick, in seconds since the measured window began; negative in the warm-up
     * @param seconds    its length: 1, except for the last ticks before and after the window's edges
     * @param serviceOne cores that service one kept busy; the same for the two others
     * @param answers    the number of answers that came in the tick
     * @param latency    mean of these answers in milliseconds; NaN without answers
     * @param compiler   cores that the JIT compiler of the contender's JVM kept busy
     * @param collector  the same for its garbage collector
     */
    public record Tick(double at, double seconds, double serviceOne, double serviceTwo, double generator, long answers,
            double latency, double compiler, double collector) {
    }

    /**
     * The machine's speed just before a run, while nothing else ran. It varies only if others share the machine.
     *
     * @param arithmetic CPU seconds of a fixed piece of arithmetic
     * @param lateness   seconds by which a short sleep ended late; the median of several
     * @param roundTrip  CPU seconds to send a byte over loopback to another thread and back
     */
    public record Yardsticks(double arithmetic, double lateness, double roundTrip) {
    }

    /**
     * The programs that ran on other machines than service one.
     *
     * @param serviceTwo whether service two did: then its CPU time is not part of this machine's
     * @param generators the machines that made the load; empty if this machine did
     */
    public record Elsewhere(boolean serviceTwo, List<RemoteGenerator> generators) {
    }

    /**
     * Another machine that made load during the measured window.
     *
     * @param address    the address of its jmeter-server
     * @param cores      the cores that its JMeter may use
     * @param cpuSeconds CPU time of its JMeter
     * @param clockAhead milliseconds by which its clock is ahead of that of service one's machine; the time stamps of
     *                   its samples were shifted by this
     * @param clockError the largest possible error of {@code clockAhead} in milliseconds, including clock drift
     */
    public record RemoteGenerator(String address, int cores, double cpuSeconds, double clockAhead, double clockError) {
        /** JMeter's share of its machine's CPU time in a window. */
        public double share(double seconds) {
            return cpuSeconds / (cores * seconds);
        }
    }

    /**
     * A contender's calls to service two in the measured window, and one of its answers.
     *
     * @param calls       calls that service two answered, by route; empty if unknown
     * @param connections connections whose first call was in the window; NaN if unknown
     * @param abandoned   calls whose caller closed the connection before the answer
     * @param sample      an answer of the contender, before the load; null if there was none
     */
    public record Work(Map<String, Double> calls, double connections, double abandoned, Sample sample) {
        public boolean isKnown() {
            return !Double.isNaN(connections);
        }
    }

    /** An answer. @param body the beginning of its body */
    public record Sample(long bytes, String body) {
    }

    /**
     * A contender's warm-up by work, before its load.
     *
     * @param requests how many requests it answered; 0 if it only warmed up by its load
     * @param seconds  the duration
     * @param problem  why the warm-up was missing or too short; empty if it was long enough, or not wanted
     */
    public record WarmUp(long requests, double seconds, String problem) {
        public static final WarmUp NONE = new WarmUp(0, 0, "");

        /** The sum of this and a later warm-up, with the problem of the later one. */
        public WarmUp plus(WarmUp next) {
            return new WarmUp(requests + next.requests, seconds + next.seconds, next.problem);
        }
    }
}
