package serviceone.soak;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import serviceone.server.RawClient;

/** What became of honest clients' requests, and the first bad ones in words. All clients count here at once. */
final class Outcomes {
    enum Outcome {
        ANSWERED,
        /** 503: it is not done, and its client knows at once. */
        REFUSED,
        /** 502 or 504: service two has failed. */
        FAILED,
        /** It came behind one that was answered with {@code Connection: close}, so it was not done (RFC 9112, 9.6). */
        SENT_AGAIN,
        /** Its kept connection was closed before any byte of an answer, so a client sends it again (9.3.1 and 9.5). */
        MET_A_CLOSE,
        /** Sent, and neither answered nor to be sent again by the rules above: the first of those that must not be. */
        LOST,
        /** Answered with what another request of its pipeline asked for. */
        OUT_OF_ORDER,
        /** Answered with what a request of another connection asked for, or with none's. */
        MIXED_UP,
        /** Any other status, or more than an answer. */
        WRONG
    }

    private static final int MOST_WORDS = 20;      // enough to see what it is; a long run's memory is bounded

    private final List<LongAdder> counts = Stream.of(Outcome.values()).map(_ -> new LongAdder()).toList();
    final Queue<String> words = new ConcurrentLinkedQueue<>();

    /** @param seen of a bad one, what was seen of it */
    void count(Outcome outcome, int times, String seen) {
        counts.get(outcome.ordinal()).add(times);
        if (outcome.compareTo(Outcome.LOST) >= 0 && words.size() < MOST_WORDS) {
            words.add(outcome + ": " + seen);
        }
    }

    /** Counts what an answer is worth: it must name its user. Others are those behind it in its pipeline. */
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

    /** Requests that have had an end, and no bad one. */
    long good() {
        return of(Outcome.ANSWERED) + of(Outcome.REFUSED) + of(Outcome.FAILED);
    }

    @Override
    public String toString() {
        return String.join(", ", Stream.of(Outcome.values()).map(each -> of(each) + " " + each).toList());
    }
}
