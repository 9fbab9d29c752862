package servicetwo;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The permits of {@code /authorize}. They stand for a resource that more threads cannot multiply, such as a database's
 * connections. The first call in line gets the next permit, so the measured waits follow from the queue, not from
 * chance. Used by the loop's thread alone: a waiting call is an entry in a queue, not a thread.
 */
final class Permits {
    private final Queue<WaitingCall> line = new ArrayDeque<>();
    private int free;

    /** @param count the number of permits; 0 for no limit */
    Permits(int count) {
        free = count == 0 ? Integer.MAX_VALUE : count;
    }

    /** Grants the call a permit now, or when one is returned and it is the call's turn. */
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

    /** The call no longer wants a permit. */
    void leave(WaitingCall call) {
        line.remove(call);
    }
}
