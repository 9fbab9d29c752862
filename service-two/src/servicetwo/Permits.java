package servicetwo;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The permits of {@code /authorize}. They stand for a resource that more threads cannot multiply, such as a database's
 * connections. The first call in line gets the next permit.
 */
final class Permits {
    private final Queue<CallersConnection> line = new ArrayDeque<>();
    int free;

    Permits(int count) {
        free = count == 0 ? Integer.MAX_VALUE : count;
    }

    void ask(CallersConnection caller) {
        if (free > 0) {
            free--;
            caller.startWait();
        } else {
            line.add(caller);
        }
    }

    void giveBack() {
        free++;
        if (!line.isEmpty()) {
            ask(line.remove());
        }
    }

    /** The caller gives up its place in line or its permit. */
    void leave(CallersConnection caller) {
        if (!line.remove(caller)) {
            giveBack();
        }
    }
}
