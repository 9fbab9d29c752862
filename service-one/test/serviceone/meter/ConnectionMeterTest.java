package serviceone.meter;

import static testing.Assertions.assertEquals;

import module java.base;
import common.mode.Mode;
import common.mode.Wait;
import serviceone.meter.Lives.Life;
import serviceone.meter.Meter.Count;
import testing.Test;

class ConnectionMeterTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong now = new AtomicLong(5_000 * MILLI);
    private final Meter pool = watched(Mode.POOL);
    private final Meter loom = watched(Mode.LOOM);

    private Meter watched(Mode mode) {
        Meter meter = new Meter(mode, now::get);
        meter.lives().watch();
        return meter;
    }

    private void pass(long millis) {
        now.addAndGet(millis * MILLI);
    }

    /** A connection that was in the queue for 5 ms. */
    private ConnectionMeter taken(Meter meter) {
        ConnectionMeter connection = meter.connection();
        pass(2);
        connection.queued(now.get());
        pass(5);
        connection.taken(now.get());
        return connection;
    }

    private ConnectionMeter read(String path, ConnectionMeter connection) {
        connection.requestBegins();
        connection.requestRead(path);
        return connection;
    }

    private static String counts(Meter meter) {
        return Stream.of(Count.values()).filter(count -> meter.get(count) != 0).map(count -> count.name().toLowerCase(
                Locale.ROOT) + ' ' + meter.get(count) / (count.name().endsWith("NANOS") ? MILLI : 1))
                .collect(Collectors.joining(", "));
    }

    /** Such as {@code /path 200 at 3: queued 0-5, own 5-7 with a thread}, in milliseconds. */
    private static String lives(Meter meter) {
        return meter.lives().changedAfter(0).stream().map(ConnectionMeterTest::words).collect(Collectors.joining("; "));
    }

    private static String words(Life life) {
        return life.path() + ' ' + life.status() + " at " + life.begun() / 1_000 + ": " + life.parts().stream()
                .map(part -> part.name() + ' ' + Math.round(part.from()) + '-' + Math.round(part.to())
                        + (part.thread().isEmpty() ? "" : " T")).collect(Collectors.joining(", "));
    }

    @Test
    void onlyTheFirstRequestHasWaitedInTheQueue() {
        ConnectionMeter connection = taken(pool);
        pass(1);
        read("/first", connection);
        assertEquals(1L, pool.inFlight(), "in flight");
        pass(20);
        connection.answered(200);
        connection.sent();
        assertEquals("started 1, answered 1, queued_nanos 5, service_nanos 20", counts(pool));
        pass(100);
        read("/second", connection);
        pass(3);
        connection.answered(400);
        pass(4);
        connection.sent();
        assertEquals("started 2, answered 2, failed 1, queued_nanos 5, service_nanos 23", counts(pool));
        assertEquals(Map.of(400, 1L), pool.failures());
        assertEquals(0L, pool.inFlight(), "in flight");
        assertEquals("/first 200 at 2: queued 0-5, read 5-6 T, own 6-26 T; "
                + "/second 400 at 128: own 0-3 T, written 3-7 T", lives(pool));
    }

    @Test
    void aRequestThatIsReadInPartsMayQueueTwice() {
        ConnectionMeter connection = taken(pool);
        connection.requestBegins();
        pass(1);
        connection.queued(now.get());
        pass(7);
        connection.taken(now.get());
        pass(2);
        connection.requestRead("/");
        connection.answered(200);
        assertEquals("started 1, answered 1, queued_nanos 12", counts(pool));
    }

    @Test
    void aPoolsThreadHasTheConnectionBeforeTheRequestComes() {
        for (Meter meter : List.of(pool, loom)) {
            ConnectionMeter connection = taken(meter);
            pass(3);
            connection.requestBegins();
            pass(1);
            connection.requestRead("/");
            connection.ended();
        }
        assertEquals("/ 503 at 2: queued 0-5, read 5-9 T", lives(pool));
        assertEquals("/ 503 at 13: queued 0-5, read 5-8, read 8-9 T", lives(loom));
    }

    @Test
    void aWaitForTheRestOfARequestHasNoThread() {
        ConnectionMeter connection = taken(pool);
        connection.requestBegins();
        pass(8);
        connection.requestGoesOn();
        pass(1);
        connection.requestRead("/");
        connection.ended();
        assertEquals("/ 503 at 2: queued 0-5, read 5-13, read 13-14 T", lives(pool));
        assertEquals("started 1, answered 1, failed 1, queued_nanos 5", counts(pool));
    }

    @Test
    void anUnansweredRequestInTheQueueHasNoThread() {
        ConnectionMeter connection = read("/", taken(pool));
        connection.waitsWithoutThread();
        pass(10);
        connection.queued(now.get());
        pass(6);
        connection.taken(now.get());
        pass(1);
        connection.answered(200);
        connection.leftToClient();
        pass(2);
        connection.sent();
        assertEquals("/ 200 at 2: queued 0-5, wait 5-15, queued 15-21, own 21-22 T, written 22-24", lives(pool));
    }

    @Test
    void eachWaitOfServiceOneHasItsPart() {
        ConnectionMeter connection = read("/", taken(pool));
        connection.waits();
        pass(1);
        connection.runs();
        pass(1);
        connection.blocks();
        pass(1);
        connection.sent();      // not yet answered, so the life goes on
        assertEquals("/ 0 at 2: queued 0-5, wait 5-6 T, own 6-7 T, wait 7-8 T", lives(pool));
        connection.answered(200);
        connection.sent();
        assertEquals("/ 200 at 2: queued 0-5, wait 5-6 T, own 6-7 T, wait 7-8 T", lives(pool));
        pool.waits(Wait.TIMER);
        assertEquals(1L, pool.totals().ownWaits().get(Wait.TIMER));
        assertEquals(0L, pool.totals().ownWaits().get(Wait.BLOCKED));
    }

    @Test
    void aRefusedConnectionHasALifeWithoutARequest() {
        ConnectionMeter waiting = pool.connection();
        waiting.queued(now.get());
        pass(9);
        waiting.refusedInQueue(503);
        assertEquals("refused 1", counts(pool));
        assertEquals(" 503 at 0: queued 0-9", lives(pool));
        ConnectionMeter asking = read("/asked", taken(pool));
        asking.refusedInQueue(504);
        assertEquals("refused 2, started 1, answered 1, failed 1, queued_nanos 5", counts(pool));
        assertEquals("/asked 504 at 11: queued 0-5", lives(pool).split("; ")[1]);
        ConnectionMeter malformed = taken(loom);
        malformed.requestBegins();
        malformed.requestRefused(599);
        assertEquals("started 1, answered 1, failed 1, queued_nanos 5", counts(loom));
        assertEquals(Map.of(599, 1L), loom.failures());
    }

    @Test
    void aConnectionThatEndsBetweenRequestsFailsNone() {
        ConnectionMeter connection = read("/", taken(pool));
        connection.answered(200);
        connection.ended();
        connection.ended();
        assertEquals("started 1, answered 1, queued_nanos 5", counts(pool));
    }

    @Test
    void aRequestMayWaitBehindThePreviousOne() {
        ConnectionMeter connection = read("/one", taken(pool));
        connection.reportNextRequest(false);
        pass(1);
        connection.reportNextRequest(true);
        pass(2);
        connection.reportNextRequest(true);
        connection.answered(200);
        connection.sent();
        pass(3);
        read("/two", connection).answered(200);
        connection.sent();
        pass(3);
        read("/three", connection).answered(200);
        connection.sent();
        assertEquals("/one 200 at 2: queued 0-5, own 5-8 T; /two 200 at 8: behind 0-5; /three 200 at 16: ",
                lives(pool));
    }

    @Test
    void callsAreCountedByTheirEnds() {
        for (Throwable failure : Arrays.asList(null, new SocketTimeoutException(), new IOException())) {
            Meter meter = watched(Mode.POOL);
            ConnectionMeter connection = read("/", taken(meter));
            ConnectionMeter.CallTimer call = connection.callStarted(Stage.AUTHORIZE);
            assertEquals("{info=0, authenticate=0, authorize=1, meetings=0}", "" + meter.waitingByCall());
            call.waits();
            pass(30);
            call.runs();
            pass(1);
            call.ended(true, failure);
            assertEquals("started 1, call_nanos 31" + (failure == null ? "" : ", unanswered_calls 1"),
                    counts(meter));
            boolean waited = failure == null || failure instanceof SocketTimeoutException;
            assertEquals(waited ? 1L : 0L, meter.totals().calls().get(Stage.AUTHORIZE), "" + failure);
            assertEquals("{info=0, authenticate=0, authorize=0, meetings=0}", "" + meter.waitingByCall());
            connection.callRefused();
            assertEquals(1L, meter.get(Count.REFUSED_CALLS));
            assertEquals("queued 0-5, authorize 5-35 T, own 35-36 T", lives(meter).split(": ")[1]);
        }
    }

    @Test
    void callsOfRequestsThatAreInALaterCallAreLeftOut() {
        ConnectionMeter connection = read("/", taken(pool));
        connection.callStarted(Stage.INFO).ended(true, null);
        connection.callStarted(Stage.AUTHENTICATE).ended(true, null);
        connection.callStarted(Stage.AUTHENTICATE).waitsWithoutThread();
        Map<Stage, Long> calls = pool.totals().calls();
        pass(4);
        assertEquals("/ 0 at 2: queued 0-5, authenticate 5-9", lives(pool), "on an event loop, it has no thread");
        assertEquals(List.of(0L, 1L, 0L, 0L), Stream.of(Stage.values()).map(calls::get).toList());
    }
}
