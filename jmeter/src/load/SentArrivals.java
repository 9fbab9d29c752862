package load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;

/**
 * Puts the requests that a JTL has beside the schedule that they were to be sent by. Which arrival a request is tells
 * the number of its thread, for JMeter starts one for each; when the schedule began tells its variable
 * {@code TESTSTART.MS}. So lateness is known to the millisecond, also that of JMeter's own start of a thread. Used by
 * one thread.
 */
public final class SentArrivals {
    private static final long NEVER = -1;
    /** JMeter sends nothing before its time: what is earlier than a clock may jump was sent by another schedule. */
    private static final long EARLIEST = -50;

    private final long[] due;
    private final long[] sent;
    private long start;

    private SentArrivals(ArrivalSchedule schedule) {
        due = schedule.millis();
        sent = new long[due.length];
        Arrays.fill(sent, NEVER);
    }

    /**
     * What became of the arrivals from a moment on and up to another one, in milliseconds since 1970;
     * {@link Arrivals#NONE} where the file does not tell, or its requests were not sent by this schedule.
     */
    public static Arrivals read(Path jtl, long from, long to, ArrivalSchedule schedule) throws IOException {
        SentArrivals arrivals = new SentArrivals(schedule);
        Jtl.read(jtl, arrivals::add);
        return arrivals.isOfSchedule() ? arrivals.between(from, to, schedule.rate()) : Arrivals.NONE;
    }

    private void add(RecordedRequest request) {
        start = request.testStart();
        if (request.thread() >= 1 && request.thread() <= sent.length) {
            sent[(int) request.thread() - 1] = request.startMillis();
        }
    }

    private boolean isOfSchedule() {
        return start > 0 && made().allMatch(i -> late(i) >= EARLIEST);
    }

    private IntStream made() {
        return IntStream.range(0, sent.length).filter(i -> sent[i] != NEVER);
    }

    private long late(int arrival) {
        return sent[arrival] - start - due[arrival];
    }

    private Arrivals between(long from, long to, double rate) {
        int[] asked = IntStream.range(0, due.length).filter(i -> start + due[i] >= from && start + due[i] < to)
                .toArray();
        long[] late = Arrays.stream(asked).filter(i -> sent[i] != NEVER).mapToLong(this::late).sorted().toArray();
        long[] made = Arrays.stream(sent).filter(moment -> moment >= from && moment < to).sorted().toArray();
        int each = Gaps.arrivals(rate);
        long[] gaps = Gaps.between(made, each);
        boolean any = late.length > 0;
        return new Arrivals(asked.length, made.length, asked.length - late.length,
                any ? late[late.length / 2] : Double.NaN, any ? late[late.length - 1] : Double.NaN, gaps.length,
                Gaps.distance(gaps, each, rate));
    }
}
