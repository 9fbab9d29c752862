package serviceone.soak;

import java.util.Collection;
import serviceone.server.RawClient;

/** Says what an answer to a user's request for meetings is worth: it must name that user, and no other. */
final class Judge {
    private Judge() {
    }

    /**
     * Counts the outcome.
     *
     * @param behind whose requests came later on the same connection
     */
    static void count(RawClient.Reply reply, String user, Collection<String> behind, Outcomes outcomes) {
        Outcome outcome = outcome(reply, user, behind);
        if (outcome.isBad()) {
            outcomes.count(outcome, 1, user + " got " + reply);
        } else {
            outcomes.count(outcome, 1);
        }
    }

    private static Outcome outcome(RawClient.Reply reply, String user, Collection<String> behind) {
        return switch (reply.status()) {
            case 200 -> names(reply, user) ? Outcome.ANSWERED
                    : behind.stream().anyMatch(other -> names(reply, other)) ? Outcome.OUT_OF_ORDER : Outcome.MIXED_UP;
            case 502, 504 -> Outcome.FAILED;
            case 503 -> Outcome.REFUSED;
            default -> Outcome.WRONG;
        };
    }

    private static boolean names(RawClient.Reply reply, String user) {
        return reply.body().contains("\"user\":\"" + user + "\"");
    }
}
