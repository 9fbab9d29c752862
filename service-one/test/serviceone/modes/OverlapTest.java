package serviceone.modes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import common.json.Json;
import common.mode.Mode;
import common.mode.ServiceThread;
import common.mode.Wait;
import java.lang.management.ManagementFactory;
import jdk.management.VirtualThreadSchedulerMXBean;
import serviceone.meter.Meter.Count;
import serviceone.server.RawClient;
import serviceone.server.ScriptedServer;
import serviceone.server.Settings;
import serviceone.server.TestService;
import testing.Await;
import testing.Carriers;
import testing.TemporaryFolder;
import testing.Test;

/** How many requests wait at the same time: the reason for everything that the lab measures. */
class OverlapTest {
    private static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private static final int CARRIERS = SCHEDULER.getParallelism();
    private static final int MANY = 10 * CARRIERS;
    private static final int NATIVE_CALLS = 2 * CARRIERS;      // of 100 ms
    private static final int POOL_THREADS = 3;
    private static final String SLEEP = "java.base/java.lang.Thread.sleep(";

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger mostCalls = new AtomicInteger();
    private final Semaphore answers = new Semaphore(0);
    private final List<RawClient> clients = new ArrayList<>();

    /** A call ends before its answer is sent, so a thread's next call is not counted along with it. */
    private TestService holdingCalls(Mode mode) throws IOException {
        return TestService.scripted(ScriptedServer.answering(head -> {
            mostCalls.accumulateAndGet(calls.incrementAndGet(), Math::max);
            answers.acquire();
            calls.decrementAndGet();
            return ScriptedServer.rightAnswer(head);
        }), mode, POOL_THREADS, Settings.DEFAULTS);
    }

    private void ask(TestService service, String path, int requests) throws IOException {
        for (int i = 0; i < requests; i++) {
            clients.add(service.connect().send(RawClient.request(path)));
        }
    }

    private void receiveAll() throws IOException {
        for (RawClient each : clients) {
            assertEquals(200, each.receive().status());
            each.close();
        }
        clients.clear();
    }

    @Test
    void inLoomTenTimesAsManyCallsAsCarriersOverlap() throws Exception {
        try (TestService service = holdingCalls(Mode.LOOM)) {
            ask(service, "/rpc", MANY);
            Await.until(MANY + " calls overlap on " + CARRIERS + " carriers", () -> calls.get() == MANY);
            answers.release(MANY);
            receiveAll();
        }
    }

    @Test
    void aPoolMakesAsManyCallsAtOnceAsItHasThreads() throws Exception {
        int behind = 3 * POOL_THREADS;
        try (TestService service = holdingCalls(Mode.POOL)) {
            ask(service, "/rpc", POOL_THREADS + behind);
            for (int i = behind; i >= 0; i--) {
                int waiting = i;
                Await.until(POOL_THREADS + " calls, and " + waiting + " requests wait",
                        () -> calls.get() == POOL_THREADS && service.waiting() == waiting);
                answers.release();
            }
            answers.release(POOL_THREADS - 1);
            receiveAll();
            assertEquals(POOL_THREADS, mostCalls.get(), "most calls at once");
        }
    }

    @Test
    void inLoomAtMostAsManyNativeCallsAsCarriersOverlap() throws Exception {
        try (Carriers _ = Carriers.take(); TestService service = TestService.start(Mode.LOOM, Settings.DEFAULTS)) {
            assertEquals(200, service.get("/pinned").status(), "the first request, which links the native function");
            AtomicLong most = new AtomicLong();
            Await.until("each carrier is in a native call", () -> {
                long answered = service.meter.get(Count.ANSWERED) + NATIVE_CALLS;
                ask(service, "/pinned", NATIVE_CALLS);
                Await.until("all requests are answered", () -> {
                    most.accumulateAndGet(service.meter.inFlight(), Math::max);
                    return service.meter.get(Count.ANSWERED) == answered;
                });
                receiveAll();
                return most.get() >= CARRIERS;
            });
            assertTrue(most.get() <= Math.max(CARRIERS, SCHEDULER.getPoolSize()), "overlapping requests: " + most);
        }
    }

    /**
     * The thread dump is taken only while all requests are in flight, because it can crash the JVM while virtual
     * threads mount or unmount (JDK-8364343). On a busy machine, few may be asleep by then, so others are asked.
     */
    @Test
    void inLoomSleepsInASynchronizedBlockOverlapWithoutCarriers() throws Exception {
        try (Carriers _ = Carriers.take(); TestService service = TestService.start(Mode.LOOM, Settings.DEFAULTS)) {
            Await.until("half of the requests sleep with a lock and without a carrier", () -> {
                long ended = service.meter.totals().ownWaits().get(Wait.MONITOR);
                ask(service, "/synchronized", MANY);
                Await.until("all requests are in flight, or one has ended", () -> service.meter.inFlight() == MANY
                        || service.meter.totals().ownWaits().get(Wait.MONITOR) > ended);
                long asleep = service.meter.totals().ownWaits().get(Wait.MONITOR) > ended ? 0
                        : requests().filter(OverlapTest::sleepsWithLockAndWithoutCarrier).count();
                receiveAll();
                return asleep >= MANY / 2;
            });
        }
    }

    /** {@link Thread#getAllStackTraces} leaves out virtual threads. */
    private static Stream<Map<?, ?>> requests() throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.path().resolve("dump");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            Map<?, ?> dump = (Map<?, ?>) Json.members(Files.readString(file)).get("threadDump");
            return objects(dump, "threadContainers").flatMap(each -> objects(each, "threads"))
                    .filter(each -> ServiceThread.VIRTUAL_THREAD.isNameOf((String) each.get("name")));
        }
    }

    private static Stream<Map<?, ?>> objects(Map<?, ?> owner, String member) {
        return owner.get(member) instanceof List<?> list ? list.stream().map(each -> (Map<?, ?>) each) : Stream.of();
    }

    private static boolean sleepsWithLockAndWithoutCarrier(Map<?, ?> thread) {
        int sleep = stack(thread).takeWhile(frame -> !frame.startsWith(SLEEP)).toList().size();
        return !thread.containsKey("carrier") && stack(thread).anyMatch(frame -> frame.startsWith(SLEEP))
                && objects(thread, "monitorsOwned").anyMatch(each -> each.get("depth").equals(sleep + 1.0));
    }

    private static Stream<String> stack(Map<?, ?> thread) {
        return ((List<?>) thread.get("stack")).stream().map(String.class::cast);
    }
}
