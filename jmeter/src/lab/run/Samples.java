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
import load.jtl.Jtl;
import load.jtl.RecordedOutcome;
import load.jtl.RecordedRequest;
import machine.RuntimeThreads.Used;

/**
 * JMeter's samples of a run. All times are in milliseconds since 1970.
 *
 * <p>An answer counts in the window in which it came. In an open loop, a latency or failure counts in the window in
 * which the request was sent. Otherwise, the longest waits would be missing (coordinated omission). A burst counts in
 * the window in which it was sent.
 */
public final class Samples {
    private static final int CHUNK = 1_000;

    private final Load load;
    private final Optional<Schedule> schedule;
    private final List<Chunk> chunks = new ArrayList<>();
    private final Map<RecordedOutcome, RecordedOutcome> outcomes = new HashMap<>();
    private long testStart;

    private record Sample(long start, long elapsed, int thread, RecordedOutcome outcome) {
        long end() {
            return start + elapsed;
        }
    }

    /** Holds a sample in 24 bytes, because a run may have many millions. */
    private static final class Chunk {
        private final long[] starts = new long[CHUNK];
        private final long[] elapsed = new long[CHUNK];
        private final int[] threads = new int[CHUNK];
        private final RecordedOutcome[] outcomes = new RecordedOutcome[CHUNK];
        private int size;

        void add(RecordedRequest request, RecordedOutcome outcome) {
            starts[size] = request.startMillis();
            elapsed[size] = request.elapsedMillis();
            threads[size] = (int) Math.min(request.thread(), Integer.MAX_VALUE);
            outcomes[size++] = outcome;
        }

        Stream<Sample> samples() {
            return IntStream.range(0, size)
                    .mapToObj(i -> new Sample(starts[i], elapsed[i], threads[i], outcomes[i]));
        }
    }

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

    /** Has the samples of the parts. */
    public Samples(Load load, Optional<Schedule> schedule, Collection<Samples> parts) {
        this.load = load;
        this.schedule = schedule;
        for (Samples part : parts) {
            chunks.addAll(part.chunks);
            testStart = part.testStart;
        }
    }

    /** @param ofLoad whether a sample is a request of this load */
    static Samples read(Path jtl, Load load, Predicate<RecordedRequest> ofLoad, Optional<Schedule> schedule)
            throws IOException {
        Samples samples = new Samples(load, schedule, List.of());
        Jtl.read(jtl, request -> {
            if (ofLoad.test(request)) {
                samples.add(request);
            }
        });
        return samples;
    }

    public void add(RecordedRequest request) {
        if (chunks.isEmpty() || chunks.getLast().size == CHUNK) {
            chunks.add(new Chunk());
        }
        chunks.getLast().add(request, outcomes.computeIfAbsent(RecordedOutcome.of(request), Function.identity()));
        testStart = request.testStart();
    }

    private Stream<Sample> all() {
        return chunks.stream().flatMap(Chunk::samples);
    }

    public long lastEnd() {
        return all().mapToLong(Sample::end).max().orElse(0);
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
            case CLOSED -> wholeTimes(whole, mean(all().filter(each -> whole.contains(each.end())))
                    * predicted.inFlight() / load.users());
        };
    }

    private Edges wholeBursts(Edges whole) {
        List<Long> starts = new ArrayList<>();
        long lastEnd = Long.MIN_VALUE;
        for (Sample each : all().sorted(Comparator.comparing(Sample::start)).toList()) {
            long start = each.start;
            if (start >= lastEnd && start >= whole.from && start <= whole.to) {
                starts.add(start);
            }
            lastEnd = Math.max(lastEnd, each.end());
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

    /** Those whose latency or failure counts in the window. */
    private Stream<Sample> counted(Edges window) {
        return all().filter(each -> window.contains(load.isClosed() ? each.end() : each.start));
    }

    /** How often an outcome was that of an answer in the window. */
    private Map<RecordedOutcome, Long> answered(Edges window) {
        return all().filter(each -> each.outcome.success()
                        && window.contains(load.isBurst() ? each.start : each.end()))
                .collect(Collectors.groupingBy(Sample::outcome, LinkedHashMap::new, Collectors.counting()));
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(each -> each).sum();
    }

    /** @param deadline in seconds; NaN for none */
    public Requests requests(Edges window, double deadline) {
        Map<RecordedOutcome, Long> answered = answered(window);
        long[] sorted = sorted(window);
        Map<String, Long> failures = counted(window)
                .filter(each -> !each.outcome.success())
                .collect(Collectors.groupingBy(each -> each.outcome.problem(), LinkedHashMap::new,
                        Collectors.counting()));
        Edges half = window.firstHalf();
        return new Requests(
                sum(answered),
                sum(failures),
                sum(answered(half)),
                failures,
                RecordedOutcome.unlikeOthers(answered),
                inTime(sorted, deadline),
                sorted.length == 0 ? null : latency(sorted),
                new Halves(mean(counted(half)), mean(counted(new Edges(half.to, window.to)))),
                histogram(sorted),
                schedule.map(each -> arrivals(window, each)).orElse(SentArrivals.NONE));
    }

    private SentArrivals arrivals(Edges window, Schedule planned) {
        long[] sent = new long[planned.arrivals() + 1];
        all().filter(each -> each.thread < sent.length).forEach(each -> sent[each.thread] = each.start);
        return SentArrivals.between(window.from, window.to, planned, testStart, sent);
    }

    /** The stream's own array would need twice the memory. */
    private long[] sorted(Edges window) {
        long[] sorted = new long[(int) good(counted(window)).count()];
        PrimitiveIterator.OfLong next = good(counted(window)).iterator();
        Arrays.setAll(sorted, _ -> next.nextLong());
        Arrays.sort(sorted);
        return sorted;
    }

    private static long inTime(long[] elapsed, double deadline) {
        return Double.isNaN(deadline) ? -1
                : LongStream.of(elapsed).filter(each -> each <= 1e3 * deadline).count();
    }

    /** The latencies of good answers. */
    private static LongStream good(Stream<Sample> samples) {
        return samples.filter(each -> each.outcome.success()).mapToLong(Sample::elapsed);
    }

    private static double mean(Stream<Sample> samples) {
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
        all().filter(each -> each.outcome.success()).forEach(each -> {
            int found = Collections.binarySearch(times, each.end());
            int next = found < 0 ? -found - 1 : found + 1;
            answers[next]++;
            elapsed[next] += each.elapsed;
        });
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
