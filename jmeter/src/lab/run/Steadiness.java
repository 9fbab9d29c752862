package lab.run;

import module java.base;
import experiment.Load;
import experiment.Prediction;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import machine.RuntimeThreads.Used;

/**
 * Decides when a warm-up may end. Two successive spans must hardly differ in throughput and CPU time per request. In a
 * closed loop, nearly all users must be waiting for an answer.
 *
 * <p>A span is a multiple of a request's time in flight, because users who started together are answered together.
 */
final class Steadiness {
    private static final double THROUGHPUT = 0.03;
    private static final double CPU = 0.15;
    private static final double CONCURRENCY = 0.95;
    private static final long LEAST_SPAN_MILLIS = 2_000;
    /** For a contender that has had its first warm-up. */
    private static final long LEAST_SPAN_WARM_MILLIS = 1_000;
    /** In a span, less CPU time is noise. */
    private static final double LEAST_CPU_SECONDS = 0.05;
    /** A contender without a good answer among this many does not work. */
    static final int FIRST_ANSWERS = 20;

    private final Jtl samples;
    private final UsageMeter meter;
    private final Load load;
    private final long span;
    private final Predicate<RecordedRequest> ofLoad;
    private final Deque<RecordedRequest> answers = new ArrayDeque<>();
    private final List<RecordedRequest> wrong = new ArrayList<>();
    private boolean anyGood;
    private long first = -1;

    /** @param ofLoad whether a sample is a request of this load */
    Steadiness(Jtl samples, UsageMeter meter, Load load, long span, Predicate<RecordedRequest> ofLoad) {
        this.samples = samples;
        this.meter = meter;
        this.load = load;
        this.span = span;
        this.ofLoad = ofLoad;
    }

    /** Milliseconds after which the pattern of answers repeats; 0 if unknown. */
    static double period(Load load, Prediction predicted) {
        double together = load.isBurst() ? load.users() : predicted.inFlight();
        double seconds = together / predicted.throughput();
        return !load.isOpen() && seconds > 0 ? seconds * 1e3 : 0;
    }

    static long span(double period, boolean warm) {
        long least = warm ? LEAST_SPAN_WARM_MILLIS : LEAST_SPAN_MILLIS;
        return period == 0 ? least : Math.round(period * Math.ceil(least / period));
    }

    long leastMillis(long rampupMillis) {
        return rampupMillis + 2 * span;
    }

    void read() throws IOException {
        samples.readOn(this::add);
    }

    private void add(RecordedRequest answer) {
        if (!ofLoad.test(answer)) {
            return;
        }
        anyGood |= answer.success();
        if (!anyGood && wrong.size() < FIRST_ANSWERS) {
            wrong.add(answer);
        }
        first = first < 0 ? answer.startMillis() : Math.min(first, answer.startMillis());
        answers.addLast(answer);
        while (answers.getFirst().endMillis() < answer.endMillis() - 4 * span) {
            answers.removeFirst();
        }
    }

    boolean isAnyGood() {
        return anyGood;
    }

    Optional<String> firstProblem() {
        if (anyGood || wrong.size() < FIRST_ANSWERS) {
            return Optional.empty();
        }
        Map<String, Integer> problems = new LinkedHashMap<>();
        wrong.forEach(answer -> problems.merge(answer.problem(), 1, Integer::sum));
        return problems.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** In milliseconds since 1970; -1 if no request has ended. */
    long firstStart() {
        return first;
    }

    private Stream<RecordedRequest> answers(long from, long to) {
        return answers.stream().filter(answer -> answer.endMillis() >= from && answer.endMillis() < to);
    }

    boolean isSteady(long now) {
        long middle = now - span;
        double before = answers(middle - span, middle).count();
        double after = answers(middle, now).count();
        return isClose(before, after, THROUGHPUT, 2) && areUsersWaiting(middle, now)
                && isCpuSteady(middle, now, before, after);
    }

    /** Little's law. */
    private boolean areUsersWaiting(long from, long to) {
        double inFlight = answers(from, to).mapToLong(RecordedRequest::elapsedMillis).sum() / (double) (to - from);
        return load.isBurst() || inFlight >= CONCURRENCY * load.users();
    }

    private boolean isCpuSteady(long middle, long now, double answersBefore, double answersAfter) {
        double before = meter.serviceOne(Used::withoutCompiler, middle - span, middle);
        double after = meter.serviceOne(Used::withoutCompiler, middle, now);
        boolean tells = Math.max(before, after) >= LEAST_CPU_SECONDS;      // also false for NaN
        return !tells || isClose(before / answersBefore, after / answersAfter, CPU, 0);
    }

    private static boolean isClose(double a, double b, double share, double slack) {
        return Math.max(a, b) > 0 && Math.abs(a - b) <= share * Math.max(a, b) + slack;
    }
}
