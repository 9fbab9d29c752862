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
 * One contender under one load, once, and everything that was recorded of it. {@code results.json} is written from
 * these records and read back into them: the names of their components are a file format. A figure that is not known is
 * NaN, or -1 where it is a whole number.
 *
 * @param contender  its name
 * @param repetition counted from 1
 * @param predicted  by Little's law, before the run
 * @param failure    why nothing could be measured; empty where something was
 * @param measured   null where failure is not empty
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
     * Everything that was measured in one window of {@code seconds} seconds.
     *
     * @param ticks about one of each second, those of the warm-up included
     */
    public record Measurement(double seconds, Requests requests, Usage serviceOne, Usage serviceTwo, Usage generator,
            MachineUsage machine, Jvm jvm, List<Tick> ticks, Yardsticks yardsticks, Elsewhere elsewhere, Work work,
            Compilation compilation, WarmUp warmUp) {
        /** Refuses what another version has written without one of these. */
        public Measurement {
            Stream.of(requests, serviceOne, serviceTwo, generator, machine, jvm, ticks, yardsticks, elsewhere, work,
                    compilation, warmUp).forEach(Objects::requireNonNull);
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
         * CPU seconds of service one without its JVM's compiler, where that is known: a service compiles its code once,
         * and a window of seconds would charge so few requests with it.
         */
        double serviceSeconds() {
            return less(serviceOne.cpuSeconds(), compilation.compilerSeconds());
        }

        /** The part of it in the window's first half. */
        double serviceFirstHalfSeconds() {
            return less(serviceOne.firstHalfSeconds(), compilation.firstHalfSeconds());
        }

        private static double less(double seconds, double compiler) {
            return Double.isNaN(compiler) ? seconds : seconds - compiler;
        }

        /** CPU seconds of service one, service two and JMeter together, as far as they run on this machine. */
        double ownSeconds() {
            return serviceOne.cpuSeconds() + (elsewhere.serviceTwo() ? 0 : serviceTwo.cpuSeconds())
                    + generator.cpuSeconds();
        }

        /** CPU seconds of everything that ran on the machine, and those that its hypervisor took from it. */
        private double machineSeconds() {
            return machine.busySeconds() + machine.stolenSeconds();
        }

        /** Of the CPU time that this machine wanted, what the hypervisor gave to others. */
        public double stolenShare() {
            return machine.stolenSeconds() / machineSeconds();
        }

        /** Of the machine's CPU time, what was used; where it doesn't tell, what the experiment itself used. */
        public double busyShare() {
            return (Double.isNaN(machineSeconds()) ? ownSeconds() : machineSeconds()) / capacity();
        }

        /** Of the machine's CPU time, what programs used that are no part of the experiment. */
        public double othersShare() {
            return (machineSeconds() - ownSeconds()) / capacity();
        }

        /**
         * What JMeter used of its machine's CPU time, of the machine where it used most; NaN where one doesn't tell.
         */
        double generatorShare() {
            return elsewhere.generators().stream().mapToDouble(each -> each.share(seconds))
                    .reduce(generator.cpuSeconds() / capacity(), Math::max);
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

    /**
     * What JMeter recorded of the measured window.
     *
     * @param answered  requests whose answer came in it and was as it should be; of bursts those that were sent in it,
     *                  which are whole bursts
     * @param failed    those that were answered wrongly or not at all in it; in an open loop those that were sent in
     *                  it, however late they ended
     * @param firstHalf the part of answered in the window's first half
     * @param failures  each kind of failure and how often it was met
     * @param latency   of those answered; in an open loop of those that were sent in the window, whenever the answer
     *                  came; null where there was none
     * @param halves    mean latency in milliseconds of the window's first half and of its second; NaN where none was
     *                  answered
     * @param histogram how the latencies are distributed
     * @param arrivals  in an open loop, how those came that were asked for
     */
    public record Requests(long answered, long failed, long firstHalf, Map<String, Long> failures, Latency latency,
            Halves halves, List<Bucket> histogram, SentArrivals arrivals) {

        /** How many latencies there are: in an open loop, requests sent in the window and answered, whenever. */
        public long latencies() {
            return histogram.stream().mapToLong(Bucket::count).sum();
        }
    }

    /** A mean in each half of the window. */
    public record Halves(double first, double second) {
        /** By what share of the larger one they differ; NaN where one is not known. */
        public double difference() {
            return Math.abs(second - first) / Math.max(first, second);
        }
    }

    /** Latencies of at least {@code from} and less than {@code to} milliseconds. */
    public record Bucket(double from, double to, long count) {
    }

    /**
     * Time from request to whole answer, in milliseconds, of every request of a window; exact, by nearest rank.
     *
     * @param intervals of those percentiles that have requests enough for one
     */
    public record Latency(double mean, long p50, long p90, long p95, long p99, long p999, long max,
            List<Percentiles.Interval> intervals) {

        /** @param sorted ascending, at least one */
        public static Latency of(long[] sorted) {
            return new Latency(Arrays.stream(sorted).average().orElseThrow(), Percentiles.of(sorted, 50),
                    Percentiles.of(sorted, 90), Percentiles.of(sorted, 95), Percentiles.of(sorted, 99),
                    Percentiles.of(sorted, 99.9), sorted[sorted.length - 1],
                    DoubleStream.of(50, 90, 95, 99, 99.9).mapToObj(percent -> Percentiles.interval(sorted, percent))
                            .flatMap(Optional::stream).toList());
        }
    }

    /**
     * What one program used during the measured window, all of its processes together, as the kernel accounts for it.
     *
     * @param cpuSeconds       CPU time in user and kernel mode
     * @param firstHalfSeconds the part of it in the window's first half
     * @param rss              resident memory at the window's end, in bytes
     * @param threads          threads of the operating system at the window's end
     * @param files            file descriptors open at the window's end
     * @param fileLimit        how many it may open
     */
    public record Usage(double cpuSeconds, double firstHalfSeconds, long rss, long threads, long files,
            long fileLimit) {
        /** Of the descriptors that it may open, those that are open; 0 where that is not known. */
        double fileShare() {
            return files < 0 || fileLimit <= 0 ? 0 : (double) files / fileLimit;
        }
    }

    /**
     * What the whole machine did during the measured window.
     *
     * @param cores           that this JVM may use
     * @param busySeconds     CPU time of everything that ran, stolen time not included
     * @param stolenSeconds   CPU time that the hypervisor gave to other machines while this one wanted it
     * @param listenOverflows connections that the kernel dropped because a listen queue was full
     * @param contention      what kept programs waiting for it
     */
    public record MachineUsage(int cores, double busySeconds, double stolenSeconds, long listenOverflows,
            Contention contention) {
    }

    /**
     * What kept programs waiting for the machine during the measured window.
     *
     * @param periods          of the control groups that limit the programs' CPU time; 0 where none does
     * @param throttledPeriods those of them in which a group had used up its share and stood still
     * @param cpuPressure      share of the window in which at least one task of the machine waited for a core
     * @param memoryPressure   the same of memory: it was read back, or others' had to be freed
     */
    public record Contention(double periods, double throttledPeriods, double cpuPressure, double memoryPressure) {
        /** From 0 to 1. */
        public double throttledShare() {
            return periods == 0 ? 0 : throttledPeriods / periods;
        }
    }

    /**
     * What a JVM told of itself right after the measured window, the load still on.
     *
     * @param version        such as 25.0.3
     * @param heapLive       bytes of the heap that a full collection left
     * @param heapMax        bytes that the heap may grow to
     * @param virtualThreads that were alive
     * @param carriers       threads of the virtual threads' scheduler
     * @param compileQueue   methods that waited for the compiler
     */
    public record Jvm(String version, long heapLive, long heapMax, long virtualThreads, long carriers,
            double compileQueue) {
        /** Of a program that is no JVM, or one that can't be asked. */
        public static final Jvm NONE = new Jvm("", -1, -1, -1, -1, Double.NaN);
    }

    /**
     * What a contender's JVM did for itself during the measured window, by the kernel's account of its threads.
     *
     * @param compilerSeconds  CPU time of its compiler
     * @param firstHalfSeconds the part of it in the window's first half
     * @param collectorSeconds CPU time of its garbage collector
     * @param waitedFirst      share of the window's first half in which a compiler thread was ready to run and had no
     *                         core, of that thread which waited longest
     * @param waitedSecond     the same of the second half
     */
    public record Compilation(double compilerSeconds, double firstHalfSeconds, double collectorSeconds,
            double waitedFirst, double waitedSecond) {
        /** The share of both halves in which the compiler had to wait at least. */
        public double waited() {
            return Math.min(waitedFirst, waitedSecond);
        }
    }

    /**
     * About one second of a run, warm-up included.
     *
     * @param at         seconds since the measured window began, negative in the warm-up; the tick ends here
     * @param seconds    that it lasted: 1, but for the last before and after the window's edges
     * @param serviceOne cores that it kept busy; likewise the two others
     * @param answers    that came in it
     * @param latency    mean of these answers in milliseconds; NaN where none came
     * @param compiler   cores that the compiler of the contender's JVM kept busy
     * @param collector  the same of its garbage collector
     */
    public record Tick(double at, double seconds, double serviceOne, double serviceTwo, double generator, long answers,
            double latency, double compiler, double collector) {
    }

    /**
     * What the machine itself was like just before a run, while nothing else ran: always the same, unless others share
     * it.
     *
     * @param arithmetic CPU seconds that a fixed piece of arithmetic took
     * @param lateness   seconds by which a short sleep ended late, the median of some
     * @param roundTrip  CPU seconds that it took to send a byte over loopback to another thread and get it back
     */
    public record Yardsticks(double arithmetic, double lateness, double roundTrip) {
    }

    /**
     * What ran on other machines than service one's, during the measured window.
     *
     * @param serviceTwo whether service two did: then its CPU time is no part of what this machine's cores did
     * @param generators the machines that made the load; empty: this one did
     */
    public record Elsewhere(boolean serviceTwo, List<RemoteGenerator> generators) {
        public boolean isNothing() {
            return !serviceTwo && generators.isEmpty();
        }
    }

    /**
     * A machine that made load for service one on another, during the measured window.
     *
     * @param address    of its jmeter-server
     * @param cores      that its JMeter may use
     * @param cpuSeconds CPU time of its JMeter
     * @param clockAhead milliseconds by which its clock is ahead of service one's machine; its samples were moved by
     *                   that
     * @param clockError milliseconds by which that may be wrong, what the clocks have drifted apart included
     */
    public record RemoteGenerator(String address, int cores, double cpuSeconds, double clockAhead, double clockError) {
        /** Of its machine's CPU time in a window of so many seconds. */
        public double share(double seconds) {
            return cpuSeconds / (cores * seconds);
        }
    }

    /**
     * What a contender made service two do in the measured window, and what it answers itself.
     *
     * @param calls       calls that service two answered, by route; empty where its counts are not known
     * @param connections on which the first call came in the window
     * @param abandoned   calls whose caller left before the answer
     * @param sample      an answer of the contender's, before the load; null where there was none
     */
    public record Work(Map<String, Double> calls, double connections, double abandoned, Sample sample) {
        public boolean isKnown() {
            return !Double.isNaN(connections);
        }
    }

    /** @param body as much of it as tells what kind of answer it is */
    public record Sample(long bytes, String body) {
    }

    /**
     * How a contender was warmed by work, before its load.
     *
     * @param requests that it answered; 0 where it was warmed by its load alone
     * @param seconds  that this took
     * @param problem  why that was not done, or not enough; empty where all is well, or nobody wanted it
     */
    public record WarmUp(long requests, double seconds, String problem) {
        public static final WarmUp NONE = new WarmUp(0, 0, "");

        /** This one and another after it, which tells whether all is well. */
        public WarmUp then(WarmUp next) {
            return new WarmUp(requests + next.requests, seconds + next.seconds, next.problem);
        }
    }
}
