package servicetwo;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The permits of {@code /authorize}, which stand for a resource that no number of threads makes more of, such as a
 * database's connections. First come, first served, so that what is measured behind it is a queue and not chance.
 * Used by the loop's thread alone: who has to wait is a call in a queue, and no thread.
 */
final class Permits {
    private final Queue<WaitingCall> line = new ArrayDeque<>();
    private int free;

    /** @param count 0 for no limit */
    Permits(int count) {
        free = count == 0 ? Integer.MAX_VALUE : count;
    }

    /** Grants the call a permit, now or when one is given back and it is its turn. */
    void ask(WaitingCall call) {
        if (free > 0) {
            free--;
            call.granted();
        } else {
            line.add(call);
        }
    }

    void giveBack() {
        free++;
        WaitingCall next = line.poll();
        if (next != null) {
            ask(next);
        }
    }

    /** For a call that does not want one any more. */
    void leave(WaitingCall call) {
        line.remove(call);
    }
}
