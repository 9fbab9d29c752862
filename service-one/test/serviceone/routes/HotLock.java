package serviceone.routes;

import module java.base;
import common.http.Request;
import common.mode.Mode;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import serviceone.calls.Call;
import serviceone.meter.Meter;
import serviceone.server.Settings;

/**
 * Prints which locks a thread holds while it answers {@code /synchronized}, after so many answers that the JVM's second
 * compiler has compiled the route. That compiler removes locks that no other thread can see.
 */
final class HotLock {
    private static final int ANSWERS = 50_000;

    private HotLock() {
    }

    public static void main(String[] arguments) throws Exception {
        BlockingRoutes routes = new BlockingRoutes(null,
                new Shared(Settings.DEFAULTS, null, new Meter(Mode.POOL), Parts.OWN, Map.of()));
        Call.Requester requester = Asked.requester(Mode.POOL);
        warmUp(routes, requester);
        Request request = Asked.request("/synchronized");
        Thread thread = Thread.ofPlatform().start(() -> routes.answer(request, requester));
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        MonitorInfo[] held = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {thread.threadId()}, true, false)[0].getLockedMonitors();
        thread.join();
        List<String> locks = Arrays.stream(held).map(lock -> lock.getClassName()
                + (lock.getIdentityHashCode() == System.identityHashCode(request) ? " of its own" : "")).toList();
        System.out.println("holds " + locks);
    }

    /** An interrupted thread waits for no time. Each answer takes the lock all the same. */
    private static void warmUp(BlockingRoutes routes, Call.Requester requester) {
        Request request = Asked.request("/synchronized");
        Thread.currentThread().interrupt();
        for (int i = 0; i < ANSWERS; i++) {
            routes.answer(request, requester);
        }
        Thread.interrupted();
    }
}
