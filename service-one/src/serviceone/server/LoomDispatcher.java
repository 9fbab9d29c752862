package serviceone.server;

import java.util.concurrent.Executors;
import serviceone.deadlines.Watchdog;
import serviceone.routes.BlockingRoutes;

/**
 * {@code loom}: a virtual thread for each socket, for as long as its connection lives. There is never one too few, so
 * nobody waits for a thread; what limits them is the number of connections.
 */
final class LoomDispatcher extends BlockingDispatcher {
    LoomDispatcher(Shared shared, BlockingRoutes routes, Watchdog watchdog) {
        super(shared, routes, watchdog, Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("request-", 0).factory()));
    }

    @Override
    void awaitThreadFor(Connection connection) {
        // a virtual thread is made when it is wanted
    }

    @Override
    void released() {
        // and is gone when it ends
    }

    @Override
    void serving(Connection connection, boolean begins) {
        // nobody looks for a connection to give up
    }

    @Override
    boolean othersWait() {
        return false;
    }
}
