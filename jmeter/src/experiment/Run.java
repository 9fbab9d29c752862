package experiment;

import module java.base;
import common.json.MayBeMissing;

/**
 * One run of a contender under a load. {@code results.json} contains these records, so the names of their components
 * are a file format. An unknown figure is NaN, or -1 if it is a whole number.
 *
 * @param repetition counted from 1
 * @param predicted by Little's law, before the run
 * @param failure empty for a measured run
 * @param measured null for a failed run
 */
public record Run(
        String contender,
        Load load,
        int repetition,
        Prediction predicted,
        String failure,
        @MayBeMissing Measurement measured) {
    /** How the failure of such a run begins. */
    public static final String CLOCK_WAS_SET = "this machine's clock was set during the run";
    /** Seconds of latency per second. Arrivals are then 5 % more than the answers. */
    private static final double GROWTH = 0.05;

    public static Run failed(String contender, Load load, int repetition, Prediction predicted,
            String failure) {
        return new Run(contender, load, repetition, predicted, failure, null);
    }

    public boolean isMeasured() {
        return failure.isEmpty();
    }

    /** Whether anything was answered. */
    public boolean hasLatency() {
        return isMeasured() && measured.requests().latency() != null;
    }

    public boolean hasSetClock() {
        return failure.startsWith(CLOCK_WAS_SET);
    }

    /** Then a latency says only how long the window was. */
    public boolean queueGrows() {
        if (!load.isOpen() || !isMeasured() || predicted.isOfChangingWaits()) {
            return false;
        }
        Halves latencies = measured.requests().halves();
        return latencies.second() - latencies.first() > GROWTH * 1e3 * measured.seconds() / 2;
    }

    /** The second load, as a run of its own. */
    public Optional<Run> beside() {
        return Optional.ofNullable(measured)
                .flatMap(both -> Optional.ofNullable(both.beside()))
                .map(second -> new Run(contender, second.load(), repetition, second.predicted(), "",
                        measured.of(second)));
    }

    /** This run and, if there is a second load, that one's. */
    public Stream<Run> loads() {
        return Stream.concat(Stream.of(this), beside().stream());
    }

    public static double known(long value) {
        return value < 0 ? Double.NaN : value;
    }

    /**
     * A measured window.
     *
     * @param ticks about one per second, warm-up included
     * @param beside null without a second load
     */
    public record Measurement(
            double seconds,
            Requests requests,
            Usage serviceOne,
            Usage serviceTwo,
            Usage generator,
            MachineUsage machine,
            Jvm jvm,
            List<Tick> ticks,
            Elsewhere elsewhere,
            Work work,
            Compilation compilation,
            WarmUp warmUp,
            Costs costs,
            @MayBeMissing Beside beside) {

        public double throughput() {
            return requests.answered() / seconds;
        }

        private Measurement of(Beside second) {
            return new Measurement(second.seconds(), second.requests(), serviceOne, serviceTwo,
                    generator, machine, jvm, ticks, elsewhere, work, compilation, warmUp, costs, null);
        }

        /** Good answers to both loads in the window. */
        public double allAnswered() {
            double second = beside == null ? 0 : beside.requests().answered() / beside.seconds();
            return requests.answered() + second * seconds;
        }

        /** NaN if there were no requests. */
        public double failedShare() {
            long all = requests.latencies() + requests.failed();
            return all == 0 ? Double.NaN : (double) requests.failed() / all;
        }

        /** CPU time without the JIT compiler's if that is known, because code is compiled only once. */
        public double serviceSeconds() {
            return less(serviceOne.cpuSeconds(), compilation.compilerSeconds());
        }

        public double serviceFirstHalfSeconds() {
            return less(serviceOne.firstHalfSeconds(), compilation.firstHalfSeconds());
        }

        private static double less(double seconds, double compiler) {
            return Double.isNaN(compiler) ? seconds : seconds - compiler;
        }

        /** CPU time of the programs among service one, service two and JMeter that run on this machine. */
        public double ownSeconds() {
            double two = elsewhere.serviceTwo() ? 0 : serviceTwo.cpuSeconds();
            return serviceOne.cpuSeconds() + two + generator.cpuSeconds();
        }

        private double machineSeconds() {
            return machine.busySeconds() + machine.stolenSeconds();
        }

        /** The share of CPU time that the hypervisor gave to others, of all that this machine wanted. */
        public double stolenShare() {
            return machine.stolenSeconds() / machineSeconds();
        }

        /** All programs' share of the machine's CPU time. If unknown, the share of the experiment's own programs. */
        public double busyShare() {
            double all = machineSeconds();
            return (Double.isNaN(all) ? ownSeconds() : all) / capacity();
        }

        public double othersShare() {
            return (machineSeconds() - ownSeconds()) / capacity();
        }

        /** JMeter's share of its machine's CPU time. With several machines, the largest. NaN if one is unknown. */
        public double generatorShare() {
            return elsewhere.generators().stream()
                    .mapToDouble(each -> each.share(seconds))
                    .reduce(generator.cpuSeconds() / capacity(), Math::max);
        }

        public double capacity() {
            return machine.cores() * seconds;
        }

        /** The mean number of requests in flight, by Little's law. */
        public double effectiveConcurrency() {
            return requests.latency() == null ? 0 : throughput() * requests.latency().mean() / 1e3;
        }
    }

    /** A second load in the same window. If answers come in waves, the window is cut to whole ones for each load. */
    public record Beside(Load load, Prediction predicted, double seconds, Requests requests) {
    }

    /**
     * JMeter's records of the window.
     *
     * @param answered good answers that came in the window; with bursts, answers to requests sent in it
     * @param failed requests that failed in the window; in an open loop, requests sent in it that failed at any time
     * @param firstHalf good answers in the first half of the window
     * @param failures failed requests by kind
     * @param unlike good answers that are unlike most others, by kind
     * @param inTime good answers within the experiment's deadline, of those with a latency; -1 without a deadline
     * @param latency null if nothing was answered; in an open loop, of requests sent in the window
     * @param halves mean latency of each half of the window, in milliseconds; NaN without answers
     */
    public record Requests(
            long answered,
            long failed,
            long firstHalf,
            Map<String, Long> failures,
            Map<String, Long> unlike,
            long inTime,
            @MayBeMissing Latency latency,
            Halves halves,
            List<Bucket> histogram,
            SentArrivals arrivals) {
        /** How the kind of a failure begins that a kept connection may have. */
        public static final String CLOSED = "connection closed without an answer";

        public long latencies() {
            return histogram.stream().mapToLong(Bucket::count).sum();
        }
    }

    public record Halves(double first, double second) {
        /** As a share of the larger value. NaN if one is unknown. */
        public double difference() {
            return Math.abs(second - first) / Math.max(first, second);
        }
    }

    /** Latencies of at least {@code from} and less than {@code to} milliseconds. */
    public record Bucket(double from, double to, long count) {
    }

    /**
     * From request to complete answer, in milliseconds. Percentiles are exact, by nearest rank.
     *
     * @param intervals confidence intervals of the percentiles that have enough requests
     */
    public record Latency(double mean, long p50, long p90, long p95, long p99, long p999, long max,
            List<Percentiles.Interval> intervals) {
    }

    /**
     * The kernel's account of all processes of a program, at the window's end where it is no sum.
     *
     * @param cpuSeconds in user and kernel mode
     * @param rss bytes of resident memory
     * @param threads operating system threads
     * @param files the most file descriptors that one process has open
     */
    public record Usage(double cpuSeconds, double firstHalfSeconds, long rss, long threads, long files,
            long fileLimit) {
        public double fileShare() {
            return files < 0 || fileLimit <= 0 ? 0 : (double) files / fileLimit;
        }
    }

    /**
     * @param cores the cores that this JVM may use
     * @param busySeconds CPU time of all programs, without stolen time
     * @param stolenSeconds CPU time that the hypervisor gave to others although this machine wanted it
     * @param listenOverflows connections that the kernel dropped because a listen queue was full
     */
    public record MachineUsage(int cores, double busySeconds, double stolenSeconds, long listenOverflows,
            Contention contention) {
    }

    /**
     * @param periods quota periods of the control groups that limit CPU time; 0 without a limit
     * @param throttledPeriods periods in which a group had used up its quota and stood still
     * @param cpuPressure share of the window in which some task waited for a core
     * @param memoryPressure the same for memory
     */
    public record Contention(double periods, double throttledPeriods, double cpuPressure, double memoryPressure) {
        public double throttledShare() {
            return periods == 0 ? 0 : throttledPeriods / periods;
        }
    }

    /**
     * The state of a contender's JVM right after the window, under load.
     *
     * @param heapLive bytes after a full collection
     */
    public record Jvm(String version, long heapLive, long heapMax, long virtualThreads) {
        /** For a program that is not a JVM or does not answer. */
        public static final Jvm NONE = new Jvm("", -1, -1, -1);
    }

    /**
     * By the kernel's account of a JVM's threads.
     *
     * @param waitedFirst share of the window's first half in which a compiler thread was ready but had no core;
     *                    the largest of all compiler threads
     * @param waitedSecond the same for the second half
     */
    public record Compilation(double compilerSeconds, double firstHalfSeconds, double collectorSeconds,
            double waitedFirst, double waitedSecond) {
        public double waited() {
            return Math.min(waitedFirst, waitedSecond);
        }
    }

    /**
     * About one second of a run, warm-up included. The contender's and its compiler's figures are cores kept busy.
     *
     * @param at the tick's end, in seconds since the window began; negative in the warm-up
     * @param seconds the tick's length: 1, except just before the window begins and ends
     * @param latency mean in milliseconds; NaN without answers
     */
    public record Tick(double at, double seconds, double serviceOne, long answers, double latency, double compiler) {
    }

    /** What ran on other machines. Without generators, this machine made the load. */
    public record Elsewhere(boolean serviceTwo, List<RemoteGenerator> generators) {
    }

    /** @param cores the cores that its JMeter may use */
    public record RemoteGenerator(String address, int cores, double cpuSeconds) {
        public double share(double seconds) {
            return cpuSeconds / (cores * seconds);
        }
    }

    /**
     * A contender's calls to service two.
     *
     * @param calls answered calls by route; empty if unknown
     * @param connections those whose first call was in the window; NaN if unknown
     * @param abandoned calls whose caller closed the connection before the answer
     * @param sample an answer from before the load; null if there was none
     */
    public record Work(Map<String, Double> calls, double connections, double abandoned, @MayBeMissing Sample sample) {
        public boolean isKnown() {
            return !Double.isNaN(connections);
        }

        double allCalls() {
            return isKnown() ? calls.values().stream().mapToDouble(Double::doubleValue).sum() : Double.NaN;
        }
    }

    public record Sample(long bytes, String body) {
    }

    /**
     * What the window cost the contender.
     *
     * @param kernelSeconds the part of its CPU time that it spent in the kernel
     * @param allocated bytes; NaN if the experiment did not ask
     * @param heapIdle live bytes after one request, before the load; NaN if the experiment did not ask
     * @param losesChildren whether its CPU time is unknown because a process ignored SIGCHLD
     */
    public record Costs(double kernelSeconds, double allocated, double heapIdle, boolean losesChildren) {
    }

    /**
     * The warm-up cycles before a contender's load.
     *
     * @param problem empty if the cycles were long enough or not wanted
     */
    public record WarmUp(long requests, double seconds, String problem) {
        public static final WarmUp NONE = new WarmUp(0, 0, "");

        public WarmUp plus(WarmUp next) {
            return new WarmUp(requests + next.requests, seconds + next.seconds, next.problem);
        }
    }
}
