package serviceone.status;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;
import common.json.JsonObject;
import common.mode.Mode;
import serviceone.meter.ConnectionMeter.CallTimer;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Slow;
import testing.Test;

class LanesJsonTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong now = new AtomicLong(5_000 * MILLI);
    private final Meter meter = new Meter(Mode.POOL, now::get);
    private final LanesJson lanes = new LanesJson(WatchingTest.service(Mode.POOL, meter));

    private void pass(long millis) {
        now.addAndGet(millis * MILLI);
    }

    /** Runs for a millisecond, calls for two, and runs for three. */
    private ConnectionMeter serve(String path) {
        ConnectionMeter request = Requests.started(meter, path, 0);
        pass(1);
        CallTimer call = request.callStarted(Stage.INFO);
        call.waits();
        pass(2);
        call.ended(true, null);
        pass(3);
        return request;
    }

    private void serveAndSend(String path) {
        ConnectionMeter request = serve(path);
        request.answered(200);
        request.sent();
    }

    private static void on(String thread, Runnable task) throws InterruptedException {
        Thread.ofPlatform().name(thread).start(task).join();
    }

    private Map<?, ?> json(long after) throws Exception {
        return Json.members(JsonObject.text(lanes.lanes(after)));
    }

    private static List<Double> numbers(double... numbers) {
        return DoubleStream.of(numbers).boxed().toList();
    }

    @Test
    void aSliceIsWhatAThreadDidWithARequest() throws Exception {
        pass(10);
        assertEquals(List.of(), json(0).get("slices"), "nobody has watched");
        on("pool-1", () -> serveAndSend("/one"));
        on("pool-2", () -> serve("/two"));
        Map<?, ?> json = json(0);
        assertEquals(List.of("pool-1", "pool-2"), json.get("lanes"));
        assertEquals(List.of(Map.of("name", "/one", "waits", false), Map.of("name", "info", "waits", true),
                Map.of("name", "/two", "waits", false)), json.get("kinds"));
        assertEquals(numbers(1, 0, 0, 10_000, 1_000, 1, 0, 1, 11_000, 2_000, 1, 0, 0, 13_000, 3_000,
                2, 1, 2, 16_000, 1_000, 2, 1, 1, 17_000, 2_000), json.get("slices"),
                "of each: request, lane, kind, begin and length in microseconds");
        assertEquals(numbers(2, 1, 2, 19_000, 3_000), json.get("open"), "it goes on");
        assertEquals(22_000.0, json.get("now"));
        assertEquals(10_000.0, json.get("since"), "the begin of the recording");
        Map<String, Object> figures = new HashMap<>(Map.of("mode", "pool", "prefix", "pool-", "threads", 4.0, "busy",
                4.0,
                "virtual", false, "bounded", true, "queued", 7.0, "inFlight", 1.0));
        figures.forEach((name, value) -> assertEquals(value, json.get(name), name));
    }

    @Test
    void whatEndedBeforeIsNotToldAgain() throws Exception {
        json(0);
        on("pool-1", () -> serveAndSend("/one"));
        for (long after : new long[] {2_999, 3_000}) {
            assertEquals(numbers(1, 0, 0, 1_000, 2_000, 1, 0, 1, 3_000, 3_000), json(after).get("slices"),
                    "the wait ended at 3,000; after " + after);
            assertEquals((double) after, json(after).get("since"));
        }
        assertEquals(numbers(1, 0, 0, 3_000, 3_000), json(3_001).get("slices"), "after 3,001");
    }

    @Test
    void partsOfOneStayOnAThreadAreOneSlice() throws Exception {
        json(0);
        on("pool-1", () -> {
            ConnectionMeter request = serve("/one");
            request.answered(200);
            pass(4);
            request.sent();
        });
        assertEquals(numbers(1, 0, 0, 0, 1_000, 1, 0, 1, 1_000, 2_000, 1, 0, 0, 3_000, 7_000), json(0).get("slices"),
                "code and writing");
    }

    @Test
    void onlySixteenOfAPoolsThreadsAreReported() throws Exception {
        json(0);
        for (int number : new int[] {16, 17}) {
            on("pool-" + number, () -> serveAndSend("/"));
        }
        on("another", () -> serveAndSend("/"));
        assertEquals(List.of("pool-16", "another"), json(0).get("lanes"));
    }

    private void serveMany(IntFunction<String> path) throws InterruptedException {
        on("pool-1", () -> IntStream.range(0, 20_000).forEach(i -> {
            ConnectionMeter request = Requests.started(meter, path.apply(i), 0);
            now.addAndGet(100_000);
            request.answered(404);
            request.sent();
        }));
    }

    private long cpuNanosOfAnAnswer() {
        long before = Jvm.THREADS.getCurrentThreadCpuTime();
        JsonObject.text(lanes.lanes(-1));
        return Jvm.THREADS.getCurrentThreadCpuTime() - before;
    }

    /** A scanner asks for a path that is not there, and then for another. */
    @Test
    @Slow("measures CPU time")
    void manyDifferentPathsCostLittleMoreThanOne() throws Exception {
        json(0);
        serveMany(_ -> "/one");
        long one = Math.max(cpuNanosOfAnAnswer(), cpuNanosOfAnAnswer());
        serveMany(i -> "/" + i);
        long many = Math.min(cpuNanosOfAnAnswer(), cpuNanosOfAnAnswer());
        assertTrue(many < 4 * one, many + " ns of CPU time instead of " + one);
        Map<?, ?> json = json(-1);
        assertEquals(20_000, ((List<?>) json.get("kinds")).size());
        Object last = ((List<?>) json.get("kinds")).getLast();
        assertEquals(Map.of("name", "/19999", "waits", false), last);
        assertEquals(19_999.0, ((List<?>) json.get("slices")).get(5 * 19_999 + 2));
    }

    @Test
    void theEarliestSlicesMakeRoom() throws Exception {
        json(0);
        on("pool-1", () -> {
            for (int i = 0; i < 6_667; i++) {
                ConnectionMeter request = Requests.started(meter, "/", 0);
                CallTimer call = request.callStarted(Stage.INFO);
                now.addAndGet(1_000);
                call.waits();
                now.addAndGet(1_000);
                call.ended(true, null);
                now.addAndGet(1_000);
                request.answered(200);
                request.sent();
            }
        });
        Map<?, ?> json = json(0);
        List<?> slices = (List<?>) json.get("slices");
        assertEquals(5 * 20_000, slices.size(), "of 20,001 slices, 20,000 are left");
        assertEquals(2.0, json.get("since"), "the end of the earliest that is left");
        assertTrue(slices.subList(0, 5).equals(numbers(1, 0, 0, 1, 1)), "the wait: " + slices.subList(0, 5));
    }
}
