package servicetwo;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The permits of {@code /authorize}. They stand for a resource that more threads cannot multiply, such as a database's
 * connections. The first call in line gets the next permit.
 */
final class Permits {
    private final Queue<WaitingCall> line = new ArrayDeque<>();
    int free;

    Permits(int count) {
        free = count == 0 ? Integer.MAX_VALUE : count;
    }

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

    void leave(WaitingCall call) {
        line.remove(call);
    }
}
