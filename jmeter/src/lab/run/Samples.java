package lab.run;

import module java.base;
import experiment.Load;
import experiment.Percentiles;
import experiment.Prediction;
import experiment.Run.Bucket;
import experiment.Run.Halves;
import experiment.Run.Latency;
import experiment.Run.Requests;
import experiment.Run.Tick;
import experiment.SentArrivals;
import load.jtl.Answers;
import load.jtl.Jtl;
import load.jtl.RecordedRequest.Kind;
import load.jtl.RecordedRequest;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import machine.UsageMeter;

/**
 * JMeter's samples of a run. All times are in milliseconds since 1970.
 *
 * <p>An answer counts in the window in which it came. In an open loop, a latency or failure counts in the window in
 * which the request was sent. Otherwise, the longest waits would be missing (coordinated omission). A burst counts in
 * the window in which it was sent.
 */
record Samples(Load load, List<Sample> all, Optional<SentArrivals.Reader> sent) {
    record Edges(long from, long to) {
        boolean contains(long moment) {
            return moment >= from && moment < to;
        }
    }

    record Sample(long start, long end, RecordedRequest request) {
        private boolean isGood() {
            return request.success();
        }

        private long elapsed() {
            return end - start;
        }
    }

    /** @param labels of the load's requests */
    static Samples read(Path jtl, Load load, Predicate<String> labels, Optional<SentArrivals.Schedule> schedule)
            throws IOException {
        Samples samples = new Samples(load, new ArrayList<>(), schedule.map(SentArrivals.Reader::new));
        Jtl.read(jtl, request -> {
            if (request.kind() != Kind.TRANSACTION && labels.test(request.label())) {
                samples.all.add(new Sample(request.startMillis(), request.endMillis(), request));
                samples.sent.ifPresent(arrivals -> arrivals.add(request.thread(), request.startMillis(),
                        request.testStart()));
            }
        });
        return samples;
    }

    /**
     * Users who started together get their answers together, in waves. The interval between waves is a request's time
     * in flight. A window with at least two waves or bursts is cut to an even number of them, so that its halves are
     * alike.
     */
    Edges edges(long from, long to, Prediction predicted) {
        Edges whole = new Edges(from, to);
        return switch (load.kind()) {
            case OPEN -> whole;
            case BURST -> wholeBursts(whole);
            // a request's mean time in flight, without its wait for a thread
            case CLOSED -> wholeTimes(whole, all.stream().filter(each -> each.isGood() && whole.contains(each.end))
                    .mapToLong(Sample::elapsed).average().orElse(Double.NaN) * predicted.inFlight() / load.users());
        };
    }

    private Edges wholeBursts(Edges whole) {
        List<Long> starts = new ArrayList<>();
        long lastEnd = Long.MIN_VALUE;
        for (Sample each : all.stream().sorted(Comparator.comparingLong(Sample::start)).toList()) {
            if (each.start >= lastEnd && each.start >= whole.from && each.start <= whole.to) {
                starts.add(each.start);
            }
            lastEnd = Math.max(lastEnd, each.end);
        }
        // between n starts there are n - 1 bursts
        return starts.size() < 2 ? whole : new Edges(starts.getFirst(), starts.get(even(starts.size() - 1)));
    }

    static Edges wholeTimes(Edges whole, double time) {
        double times = Math.floor((whole.to - whole.from) / time);
        return times >= 1 ? new Edges(whole.from, whole.from + Math.round(even((int) times) * time)) : whole;
    }

    private static int even(int number) {
        return number == 1 ? 1 : number - number % 2;
    }

    /** @param deadline in seconds; NaN for none */
    Requests requests(Edges window, double deadline) {
        long middle = window.from + (window.to - window.from) / 2;
        ToLongFunction<Sample> belongs = load.isClosed() ? Sample::end : Sample::start;
        ToLongFunction<Sample> done = load.isBurst() ? Sample::start : Sample::end;
        List<Sample> answered =
                all.stream().filter(each -> each.isGood() && window.contains(done.applyAsLong(each))).toList();
        List<Sample> counted = all.stream().filter(each -> window.contains(belongs.applyAsLong(each))).toList();
        Map<String, Long> failures = new LinkedHashMap<>();
        counted.stream().filter(each -> !each.isGood())
                .forEach(each -> failures.merge(each.request.problem(), 1L, Long::sum));
        Answers kinds = new Answers();
        answered.forEach(each -> kinds.add(each.request));
        long[] sorted = counted.stream().filter(Sample::isGood).mapToLong(Sample::elapsed).sorted().toArray();
        Halves halves = new Halves(mean(counted.stream().filter(each -> belongs.applyAsLong(each) < middle)),
                mean(counted.stream().filter(each -> belongs.applyAsLong(each) >= middle)));
        return new Requests(answered.size(), counted.size() - sorted.length,
                answered.stream().filter(each -> done.applyAsLong(each) < middle).count(), failures,
                kinds.unlikeOthers(), Double.isNaN(deadline) ? -1
                : LongStream.of(sorted).filter(each -> each <= 1e3 * deadline).count(),
                sorted.length == 0 ? null : latency(sorted), halves, histogram(sorted),
                sent.map(arrivals -> arrivals.between(window.from, window.to)).orElse(SentArrivals.NONE));
    }

    private static double mean(Stream<Sample> samples) {
        return samples.filter(Sample::isGood).mapToLong(Sample::elapsed).average().orElse(Double.NaN);
    }

    private static Latency latency(long[] sorted) {
        return new Latency(LongStream.of(sorted).average().orElseThrow(), Percentiles.of(sorted, 50),
                Percentiles.of(sorted, 90), Percentiles.of(sorted, 95), Percentiles.of(sorted, 99),
                Percentiles.of(sorted, 99.9), sorted[sorted.length - 1], DoubleStream.of(50, 90, 95, 99, 99.9)
                .mapToObj(percent -> Percentiles.interval(sorted, percent)).flatMap(Optional::stream).toList());
    }

    /** Buckets are 1 ms wide below 400 ms; above, at most 0.5 % of the latency. */
    private static List<Bucket> histogram(long[] sorted) {
        Map<Long, Long> counts = new TreeMap<>();
        for (long millis : sorted) {
            counts.merge(millis - millis % width(millis), 1L, Long::sum);
        }
        return counts.entrySet().stream().map(each ->
                new Bucket(each.getKey(), each.getKey() + width(each.getKey()), each.getValue())).toList();
    }

    private static long width(long millis) {
        return Math.max(1, Long.highestOneBit(millis / 200));
    }

    /**
     * One tick for each pair of consecutive readings.
     *
     * @param zero the beginning of the measured window
     */
    List<Tick> ticks(UsageMeter meter, long zero) {
        List<Long> times = meter.times();
        long[] answers = new long[times.size() + 1];
        long[] elapsed = new long[times.size() + 1];
        for (Sample each : all) {
            int found = Collections.binarySearch(times, each.end);
            int next = found < 0 ? -found - 1 : found + 1;
            answers[next] += each.isGood() ? 1 : 0;
            elapsed[next] += each.isGood() ? each.elapsed() : 0;
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            long from = times.get(i - 1);
            long to = times.get(i);
            double seconds = (to - from) / 1e3;
            ticks.add(new Tick((to - zero) / 1e3, seconds, meter.serviceOne(Used::all, from, to) / seconds, answers[i],
                    answers[i] == 0 ? Double.NaN : (double) elapsed[i] / answers[i],
                    meter.serviceOne(Used::compiler, from, to) / seconds));
        }
        return ticks;
    }
}
