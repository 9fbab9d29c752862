package serviceone.soak;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import serviceone.server.RawClient;

/** The outcomes of honest clients' requests, with descriptions of the first bad ones. Any thread may count. */
final class Outcomes {
    enum Outcome {
        ANSWERED,
        /** Service one did not process the request (503). */
        REFUSED,
        /** Service two failed (502 or 504). */
        FAILED,
        /** The previous request got {@code Connection: close}, so this one was not processed (RFC 9112, 9.6). */
        SENT_AGAIN,
        /** The kept connection closed before the answer, so the client repeats the request (RFC 9112, 9.3.1, 9.5). */
        MET_A_CLOSE,
        /** The request has no answer, and HTTP forbids a repetition. This is the worst outcome. */
        LOST,
        /** The request got the answer to another request of its pipeline. */
        OUT_OF_ORDER,
        /** The request got an answer that belongs to another connection, or that names no user. */
        MIXED_UP,
        /** The request got any other status, or more than one answer. */
        WRONG
    }

    private static final int MOST_DESCRIPTIONS = 20;      // a long run must not fill the memory

    private final List<LongAdder> counts = Stream.of(Outcome.values()).map(_ -> new LongAdder()).toList();
    final Queue<String> descriptions = new ConcurrentLinkedQueue<>();

    /** @param description what the client saw, kept only if the outcome is bad */
    void count(Outcome outcome, int requests, String description) {
        counts.get(outcome.ordinal()).add(requests);
        if (outcome.compareTo(Outcome.LOST) >= 0 && descriptions.size() < MOST_DESCRIPTIONS) {
            descriptions.add(outcome + ": " + description);
        }
    }

    /**
     * The answer must name the request's user.
     *
     * @param others the users of the later requests in the pipeline
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

    long total(Outcome outcome) {
        return counts.get(outcome.ordinal()).sum();
    }

    long good() {
        return total(Outcome.ANSWERED) + total(Outcome.REFUSED) + total(Outcome.FAILED);
    }

    @Override
    public String toString() {
        return String.join(", ", Stream.of(Outcome.values()).map(each -> total(each) + " " + each).toList());
    }
}
