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
import experiment.SentArrivals.Schedule;
import experiment.SentArrivals;
import load.jtl.Answers;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;

/**
 * JMeter's samples of a run. All times are in milliseconds since 1970.
 *
 * <p>An answer counts in the window in which it came. In an open loop, a latency or failure counts in the window in
 * which the request was sent. Otherwise, the longest waits would be missing (coordinated omission). A burst counts in
 * the window in which it was sent.
 */
public record Samples(Load load, List<RecordedRequest> all, Optional<Schedule> schedule) {
    public record Edges(long from, long to) {
        boolean contains(long moment) {
            return moment >= from && moment < to;
        }

        Edges firstHalf() {
            return new Edges(from, from + (to - from) / 2);
        }

        public double seconds() {
            return (to - from) / 1e3;
        }
    }

    /** @param ofLoad whether a sample is a request of this load */
    static Samples read(Path jtl, Load load, Predicate<RecordedRequest> ofLoad, Optional<Schedule> schedule)
            throws IOException {
        List<RecordedRequest> all = new ArrayList<>();
        Jtl.read(jtl, request -> {
            if (ofLoad.test(request)) {
                all.add(request);
            }
        });
        return new Samples(load, all, schedule);
    }

    /**
     * Users who started together get their answers together, in waves. The interval between waves is a request's time
     * in flight. A window with at least two waves or bursts is cut to an even number of them, so that its halves are
     * alike.
     */
    public Edges edges(long from, long to, Prediction predicted) {
        Edges whole = new Edges(from, to);
        return switch (load.kind()) {
            case OPEN -> whole;
            case BURST -> wholeBursts(whole);
            // a request's mean time in flight, without its wait for a thread
            case CLOSED -> wholeTimes(whole, mean(all.stream().filter(each -> whole.contains(each.endMillis())))
                    * predicted.inFlight() / load.users());
        };
    }

    private Edges wholeBursts(Edges whole) {
        List<Long> starts = new ArrayList<>();
        long lastEnd = Long.MIN_VALUE;
        for (RecordedRequest each : all.stream().sorted(Comparator.comparingLong(RecordedRequest::startMillis))
                .toList()) {
            long start = each.startMillis();
            if (start >= lastEnd && start >= whole.from && start <= whole.to) {
                starts.add(start);
            }
            lastEnd = Math.max(lastEnd, each.endMillis());
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

    /** The moment that decides in which window a latency or failure counts. */
    private long counts(RecordedRequest request) {
        return load.isClosed() ? request.endMillis() : request.startMillis();
    }

    /** The moment that decides in which window an answer counts. */
    private long answers(RecordedRequest request) {
        return load.isBurst() ? request.startMillis() : request.endMillis();
    }

    /** @param deadline in seconds; NaN for none */
    public Requests requests(Edges window, double deadline) {
        List<RecordedRequest> answered = all.stream()
                .filter(each -> each.success() && window.contains(answers(each)))
                .toList();
        List<RecordedRequest> counted = all.stream()
                .filter(each -> window.contains(counts(each)))
                .toList();
        long[] sorted = good(counted.stream()).sorted().toArray();
        Answers kinds = new Answers();
        answered.forEach(kinds::add);
        Edges half = window.firstHalf();
        return new Requests(
                answered.size(),
                counted.size() - sorted.length,
                answered.stream().filter(each -> half.contains(answers(each))).count(),
                failures(counted),
                kinds.unlikeOthers(),
                inTime(sorted, deadline),
                sorted.length == 0 ? null : latency(sorted),
                halves(counted, half),
                histogram(sorted),
                schedule.map(each -> arrivals(window, each)).orElse(SentArrivals.NONE));
    }

    private SentArrivals arrivals(Edges window, Schedule planned) {
        Map<Long, Long> sent = new HashMap<>();
        all.forEach(each -> sent.put(each.thread(), each.startMillis()));
        long start = all.isEmpty() ? 0 : all.getLast().testStart();
        return SentArrivals.between(window.from, window.to, planned, start, sent);
    }

    private static Map<String, Long> failures(List<RecordedRequest> counted) {
        Map<String, Long> failures = new LinkedHashMap<>();
        for (RecordedRequest each : counted) {
            if (!each.success()) {
                failures.merge(each.problem(), 1L, Long::sum);
            }
        }
        return failures;
    }

    private static long inTime(long[] elapsed, double deadline) {
        return Double.isNaN(deadline) ? -1
                : LongStream.of(elapsed).filter(each -> each <= 1e3 * deadline).count();
    }

    private Halves halves(List<RecordedRequest> counted, Edges first) {
        Map<Boolean, List<RecordedRequest>> halves = counted.stream()
                .collect(Collectors.partitioningBy(each -> first.contains(counts(each))));
        return new Halves(mean(halves.get(true).stream()), mean(halves.get(false).stream()));
    }

    /** The latencies of good answers. */
    private static LongStream good(Stream<RecordedRequest> samples) {
        return samples.filter(RecordedRequest::success).mapToLong(RecordedRequest::elapsedMillis);
    }

    private static double mean(Stream<RecordedRequest> samples) {
        return good(samples).average().orElse(Double.NaN);
    }

    private static Latency latency(long[] sorted) {
        List<Percentiles.Interval> intervals = DoubleStream.of(50, 90, 95, 99, 99.9)
                .mapToObj(percent -> Percentiles.interval(sorted, percent))
                .flatMap(Optional::stream)
                .toList();
        return new Latency(
                LongStream.of(sorted).average().orElseThrow(),
                Percentiles.of(sorted, 50),
                Percentiles.of(sorted, 90),
                Percentiles.of(sorted, 95),
                Percentiles.of(sorted, 99),
                Percentiles.of(sorted, 99.9),
                sorted[sorted.length - 1],
                intervals);
    }

    /** Buckets are 1 ms wide below 400 ms; above, at most 0.5 % of the latency. */
    private static List<Bucket> histogram(long[] sorted) {
        Map<Long, Long> counts = new TreeMap<>();
        for (long millis : sorted) {
            counts.merge(millis - millis % width(millis), 1L, Long::sum);
        }
        List<Bucket> buckets = new ArrayList<>();
        counts.forEach((from, count) -> buckets.add(new Bucket(from, from + width(from), count)));
        return buckets;
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
        for (RecordedRequest each : all) {
            int found = Collections.binarySearch(times, each.endMillis());
            int next = found < 0 ? -found - 1 : found + 1;
            if (each.success()) {
                answers[next]++;
                elapsed[next] += each.elapsedMillis();
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            long from = times.get(i - 1);
            long to = times.get(i);
            double seconds = (to - from) / 1e3;
            ticks.add(new Tick(
                    (to - zero) / 1e3,
                    seconds,
                    meter.serviceOne(Used::all, from, to) / seconds,
                    answers[i],
                    answers[i] == 0 ? Double.NaN : (double) elapsed[i] / answers[i],
                    meter.serviceOne(Used::compiler, from, to) / seconds));
        }
        return ticks;
    }
}
