package serviceone.soak;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import serviceone.server.RawClient;

/** The outcomes of honest clients' requests, and descriptions of the first bad ones. All clients count here at once. */
final class Outcomes {
    enum Outcome {
        ANSWERED,
        /** 503: service one did not process the request, and the client knows at once. */
        REFUSED,
        /** 502 or 504: service two failed. */
        FAILED,
        /** It followed a request answered with {@code Connection: close}, so nobody processed it (RFC 9112, 9.6). */
        SENT_AGAIN,
        /**
         * Its kept connection was closed before the first byte of an answer, so its client repeats it (9.3.1 and 9.5).
         */
        MET_A_CLOSE,
        /** It was sent, has no answer, and must not be repeated by the rules above. This is the worst outcome. */
        LOST,
        /** It got the answer to another request of its pipeline. */
        OUT_OF_ORDER,
        /** It got the answer to a request on another connection, or to none. */
        MIXED_UP,
        /** It got any other status, or more than one answer. */
        WRONG
    }

    private static final int MOST_WORDS = 20;      // enough for a diagnosis; a long run must not fill the memory

    private final List<LongAdder> counts = Stream.of(Outcome.values()).map(_ -> new LongAdder()).toList();
    final Queue<String> words = new ConcurrentLinkedQueue<>();

    /** @param seen a description of a bad outcome */
    void count(Outcome outcome, int times, String seen) {
        counts.get(outcome.ordinal()).add(times);
        if (outcome.compareTo(Outcome.LOST) >= 0 && words.size() < MOST_WORDS) {
            words.add(outcome + ": " + seen);
        }
    }

    /**
     * Counts the outcome of an answer, which must name its user. The others are the users behind it in the pipeline.
     */
    void judge(RawClient.Reply reply, String user, Collection<String> others) {
        count(switch (reply.status()) {
            case 200 -> names(reply, user) ? Outcome.ANSWERED
                    : others.stream().anyMatch(other -> names(reply, other)) ? Outcome.OUT_OF_ORDER : Outcome.MIXED_UP;
            case 502, 504 -> Outcome.FAILED;
            case 503 -> Outcome.REFUSED;
            default -> Outcome.WRONG;
        }, 1, user + " got " + reply);
    }

    private static boolean names(RawClient.Reply reply, String user) {
        return reply.body().contains("\"user\":\"" + user + "\"");
    }

    long of(Outcome outcome) {
        return counts.get(outcome.ordinal()).sum();
    }

    /** The number of requests with an outcome; 0 if one was bad. */
    long good() {
        return of(Outcome.ANSWERED) + of(Outcome.REFUSED) + of(Outcome.FAILED);
    }

    @Override
    public String toString() {
        return String.join(", ", Stream.of(Outcome.values()).map(each -> of(each) + " " + each).toList());
    }
}
