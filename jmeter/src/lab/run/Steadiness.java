package lab.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import lab.define.Load;
import lab.define.Prediction;
import lab.run.RuntimeThreads.Used;
import load.jtl.Jtl;

/**
 * Tells when a warm-up may end: when a span of some seconds differs little from the one before it in throughput and in
 * CPU time per request, and, in a closed loop, nearly all users are waiting for an answer. Reads of the JTL, while it
 * is written, only when each answer came and after how long; the figures that are reported are not from here.
 *
 * <p>The span is a multiple of the time in flight, because users who started together stay together: their answers come
 * in bursts, one per that time.
 */
final class Steadiness {
    private static final double THROUGHPUT = 0.03;
    private static final double CPU = 0.15;
    private static final double CONCURRENCY = 0.95;
    private static final long LEAST_SPAN_MILLIS = 2_000;
    /** Where the contender was warmed before: only the load has to become steady. */
    private static final long LEAST_SPAN_WARM_MILLIS = 1_000;
    /** Half a span's CPU seconds below this are noise. */
    private static final double LEAST_CPU_SECONDS = 0.05;
    /** How many answers tell that none will be good. */
    static final int FIRST = 20;
    /** In the record of an answer that was as it should be. */
    private static final String GOOD = ",true,";
    /** A record begins with time stamp and elapsed milliseconds. */
    private static final Pattern RECORD = Pattern.compile("^(\\d{13}),(\\d+),");

    /** An answer: when it arrived, and how long it took. */
    private record Answer(long end, long elapsed) {
    }

    private final JtlTail tail;
    private final UsageMeter meter;
    private final Load load;
    private final long span;
    private final Deque<Answer> answers = new ArrayDeque<>();      // of the last four spans
    private final List<String> wrong = new ArrayList<>();      // the first records, until one is good
    private boolean anyGood;
    private long first = -1;

    /** @param samples makes the tail of those that JMeter writes, by this machine's clock */
    Steadiness(Function<JtlTail.Each, JtlTail> samples, UsageMeter meter, Load load, long span) {
        this.tail = samples.apply(this::take);
        this.meter = meter;
        this.load = load;
        this.span = span;
    }

    /**
     * Milliseconds after which the pattern repeats: the time that a request is worked on, or that a whole burst takes;
     * 0 where not known.
     */
    static double period(Load load, Prediction predicted) {
        double together = load.isBurst() ? load.users() : predicted.inFlight();
        double seconds = together / predicted.throughput();
        return !load.isOpen() && seconds > 0 ? seconds * 1e3 : 0;
    }

    static long span(double period, boolean warm) {
        long least = warm ? LEAST_SPAN_WARM_MILLIS : LEAST_SPAN_MILLIS;
        return period == 0 ? least : Math.round(period * Math.ceil(least / period));
    }

    /** The least that two spans take, after the time in which the users start. */
    long leastMillis(long rampupMillis) {
        return rampupMillis + 2 * span;
    }

    /** Reads the answers that came since the last time. */
    void read() throws IOException {
        tail.read();
    }

    private void take(String text) {
        anyGood |= text.contains(GOOD);
        if (!anyGood && wrong.size() <= FIRST) {
            wrong.add(text);
        }
        Matcher record = RECORD.matcher(text);
        if (record.find()) {
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

    /** What was wrong with most of the first answers; nothing where they are few, or any answer was good. */
    Optional<String> firstProblem() throws IOException {
        if (anyGood || wrong.size() <= FIRST) {
            return Optional.empty();
        }
        Map<String, Integer> problems = new LinkedHashMap<>();
        Jtl.read(wrong, request -> problems.merge(request.problem(), 1, Integer::sum));
        return problems.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** When the first request was sent, of those with an answer; in milliseconds since 1970, -1 while there is none. */
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

    /** Requests in flight on average are, by Little's law, the time that all took / the time that passed. */
    private boolean areUsersWaiting(long from, long to) {
        double inFlight = answers(from, to).mapToLong(Answer::elapsed).sum() / (double) (to - from);
        return load.isBurst() || inFlight >= CONCURRENCY * load.users();
    }

    private boolean isCpuSteady(long middle, long now, double answersBefore, double answersAfter) {
        double before = meter.serviceOne(Used::withoutCompiler, middle - span, middle);
        double after = meter.serviceOne(Used::withoutCompiler, middle, now);
        boolean tells = Math.max(before, after) >= LEAST_CPU_SECONDS;      // false for NaN as well
        return !tells || isClose(before / answersBefore, after / answersAfter, CPU, 0);
    }

    private static boolean isClose(double a, double b, double share, double slack) {
        return Math.max(a, b) > 0 && Math.abs(a - b) <= share * Math.max(a, b) + slack;
    }
}
