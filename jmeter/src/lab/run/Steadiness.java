package lab.run;

import module java.base;
import experiment.Load;
import experiment.Prediction;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import machine.RuntimeThreads.Used;
import machine.RuntimeThreads;
import machine.UsageMeter;

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
    private static final String GOOD = ",true,";
    /** Start in milliseconds since 1970, elapsed milliseconds, and label. */
    private static final Pattern RECORD = Pattern.compile("^(\\d{13}),(\\d+),(\"(?:[^\"]|\"\")*\"|[^,]*),");

    private record Answer(long end, long elapsed) {
    }

    private final JtlTail tail;
    private final UsageMeter meter;
    private final Load load;
    private final long span;
    private final Predicate<String> labels;
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final List<String> wrong = new ArrayList<>();
    private boolean anyGood;
    private long first = -1;

    Steadiness(Function<JtlTail.Receiver, JtlTail> samples, UsageMeter meter, Load load, long span,
            Predicate<String> labels) {
        this.tail = samples.apply(this::add);
        this.meter = meter;
        this.load = load;
        this.span = span;
        this.labels = labels;
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
        tail.read();
    }

    private void add(String text) {
        Matcher record = RECORD.matcher(text);
        boolean isRecord = record.find();
        if (isRecord && (text.contains(RecordedRequest.TRANSACTION)
                || !labels.test(record.group(3).replace("\"", "")))) {
            return;
        }
        anyGood |= text.contains(GOOD);
        if (!anyGood && wrong.size() <= FIRST_ANSWERS) {
            wrong.add(text);
        }
        if (isRecord) {
            long start = Long.parseLong(record.group(1));
            long elapsed = Long.parseLong(record.group(2));
            first = first < 0 ? start : Math.min(first, start);
            answers.addLast(new Answer(start + elapsed, elapsed));
            while (answers.getFirst().end() < start + elapsed - 4 * span) {
                answers.removeFirst();
            }
        }
    }

    boolean isAnyGood() {
        return anyGood;
    }

    Optional<String> firstProblem() throws IOException {
        if (anyGood || wrong.size() <= FIRST_ANSWERS) {
            return Optional.empty();
        }
        Map<String, Integer> problems = new LinkedHashMap<>();
        Jtl.read(wrong, request -> problems.merge(request.problem(), 1, Integer::sum));
        return problems.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** In milliseconds since 1970; -1 if no request has ended. */
    long firstStart() {
        return first;
    }

    private Stream<Answer> answers(long from, long to) {
        return answers.stream().filter(answer -> answer.end() >= from && answer.end() < to);
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
        double inFlight = answers(from, to).mapToLong(Answer::elapsed).sum() / (double) (to - from);
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
