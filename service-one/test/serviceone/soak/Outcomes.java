package serviceone.soak;

import module java.base;
import serviceone.server.RawClient;

/** Any thread may count. */
final class Outcomes {
    enum Outcome {
        ANSWERED,
        REFUSED,
        FAILED,
        /** The previous answer had {@code Connection: close}, so this request was not processed (RFC 9112, 9.6). */
        SENT_AGAIN,
        /** The kept connection closed before the answer, so the client repeats the request (RFC 9112, 9.3.1, 9.5). */
        MET_A_CLOSE,
        /** The request has no answer, and HTTP forbids a repetition. This outcome and those below are bad. */
        LOST,
        /** The request got the answer to another request of its pipeline. */
        OUT_OF_ORDER,
        /** The answer belongs to another connection, or names no user. */
        MIXED_UP,
        WRONG
    }

    private static final int MOST_DESCRIPTIONS = 20;      // a long run must not fill the memory

    private final List<LongAdder> counts = Stream.of(Outcome.values()).map(_ -> new LongAdder()).toList();
    final Queue<String> descriptions = new ConcurrentLinkedQueue<>();

    void count(Outcome outcome, int requests, String description) {
        counts.get(outcome.ordinal()).add(requests);
        if (outcome.compareTo(Outcome.LOST) >= 0 && descriptions.size() < MOST_DESCRIPTIONS) {
            descriptions.add(outcome + ": " + description);
        }
    }

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
