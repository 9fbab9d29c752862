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
        /**
         * Its connection, kept from an earlier one, was closed before any byte of an answer: so a client sends it again
         * (RFC 9112, 9.3.1 and 9.5). Where nothing gives up idle connections there is none.
         */
        MET_A_CLOSE,
        /** Sent, and neither answered nor to be sent again by one of the rules above: the first of the bad ones. */
        LOST,
        /** Answered with what another request of its pipeline asked for. */
        OUT_OF_ORDER,
        /** Answered with what a request of another connection asked for, or with none's. */
        MIXED_UP,
        /** Any other status, or no HTTP. */
        WRONG;

        /** Whether it must not happen, whatever others do. */
        boolean isBad() {
            return compareTo(LOST) >= 0;
        }
    }

    private static final int MOST_WORDS = 20;      // enough to see what it is; a long run's memory is bounded

    private final List<LongAdder> counts = Stream.of(Outcome.values()).map(_ -> new LongAdder()).toList();
    final Queue<String> words = new ConcurrentLinkedQueue<>();

    /** @param seen of a bad one, what was seen of it */
    void count(Outcome outcome, int times, String seen) {
        counts.get(outcome.ordinal()).add(times);
        if (outcome.isBad() && words.size() < MOST_WORDS) {
            words.add(outcome + ": " + seen);
        }
    }

    /**
     * Counts what an answer to a user's request for meetings is worth: it must name that user, and no other.
     *
     * @param behind whose requests came later on the same connection
     */
    void judge(RawClient.Reply reply, String user, Collection<String> behind) {
        count(switch (reply.status()) {
            case 200 -> names(reply, user) ? Outcome.ANSWERED
                    : behind.stream().anyMatch(other -> names(reply, other)) ? Outcome.OUT_OF_ORDER : Outcome.MIXED_UP;
            case 502, 504 -> Outcome.FAILED;
            case 503 -> Outcome.REFUSED;
            default -> Outcome.WRONG;
        }, 1, user + " got " + reply);
    }

    private static boolean names(RawClient.Reply reply, String user) {
        return reply.body().contains("\"user\":\"" + user + "\"");
    }

    long of(Outcome... outcomes) {
        return Stream.of(outcomes).mapToLong(each -> counts.get(each.ordinal()).sum()).sum();
    }

    long bad() {
        return of(Stream.of(Outcome.values()).filter(Outcome::isBad).toArray(Outcome[]::new));
    }

    /** Requests that have had an end: all but those that were sent again. */
    long requests() {
        return of(Outcome.ANSWERED, Outcome.REFUSED, Outcome.FAILED) + bad();
    }

    @Override
    public String toString() {
        return String.join(", ", Stream.of(Outcome.values()).filter(each -> of(each) > 0)
                .map(each -> of(each) + " " + each).toList());
    }
}
