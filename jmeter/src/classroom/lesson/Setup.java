package classroom.lesson;

import java.util.List;

/**
 * What the picture of a lesson's set-up shows, of the contender that the question is about. Immutable.
 *
 * @param threads of a pool; 0 in the other modes
 * @param users   of a closed loop; 0 in an open one
 * @param rate    arrivals per second of an open loop; 0 in a closed one
 * @param waits   what a request waits for, in its order; empty where it only computes
 * @param note    what else is to be known of the set-up; may be empty
 */
public record Setup(String mode, int threads, int users, int rate, String path, List<Wait> waits, String note) {

    /** One of a request's waits: {@code own} where it waits for no call. */
    public record Wait(String name, int millis) {
    }

    /** How long a request waits in all. */
    public int waitMillis() {
        return waits.stream().mapToInt(Wait::millis).sum();
    }
}
