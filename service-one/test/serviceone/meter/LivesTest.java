package serviceone.meter;

import module java.base;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.mode.Mode;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import testing.Allocated;
import testing.Test;

class LivesTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong now = new AtomicLong(7 * SECOND);
    private final Lives lives = new Lives(now::get);

    private Lives.Recorder begin(String path) {
        return lives.begin(path, now.get(), now.get(), now.get(), false);
    }

    private List<String> after(long micros) {
        return lives.changedAfter(micros).stream().map(Life::path).toList();
    }

    @Test
    void requestsAreRecordedWhileSomebodyWatches() {
        assertTrue(begin("/early") == lives.none, "nobody has asked yet");
        assertEquals(0L, lives.watch());
        begin("/watched").sent(200);
        now.addAndGet(Lives.WATCHED_NANOS - 1);
        lives.forgetUnlessWatched();
        assertEquals(List.of("/watched"), after(0));
        now.incrementAndGet();
        lives.forgetUnlessWatched();
        assertTrue(begin("/late") == lives.none, "nobody asks any more");
        assertEquals(List.of(), after(0));
        assertEquals(Lives.WATCHED_NANOS / 1_000, lives.watch(), "a new recording began");
    }

    @Test
    void aRequestThatNobodyWatchesAllocatesNothing() {
        begin("/first").runs(Lives.WAITING);      // loads the classes
        long before = Allocated.bytes();
        for (int i = 0; i < 100; i++) {
            Lives.Recorder life = begin("/meetings");
            life.waitsWithoutThread(Lives.QUEUED);
            life.runs(Lives.IN_SERVICE_ONE);
            life.waits(Lives.WAITING);
            life.sent(200);
            lives.refused(now.get(), 503);
        }
        assertEquals(0L, Allocated.bytes() - before, "bytes");
    }

    @Test
    void lastTenSecondsAreKept() {
        lives.watch();
        Lives.Recorder open = begin("/open");
        begin("/first").sent(200);
        now.addAndGet(10 * SECOND);
        begin("/second").sent(200);
        assertEquals(List.of("/open", "/first", "/second"), after(0));
        assertEquals(List.of("/open", "/second"), after(1), "what ended before is not told again");
        now.addAndGet(1_000);
        assertEquals(List.of("/open", "/second"), after(0), "more than ten seconds ago");
        now.addAndGet(SECOND);
        open.sent(200);
        assertEquals(List.of("/open"), after(lives.now()));
    }

    @Test
    void theOldestLivesMakeRoom() {
        lives.watch();
        for (int i = 0; i <= Lives.MOST_ENDED; i++) {
            begin("/" + i).sent(200);
        }
        List<String> kept = after(0);
        assertEquals(Lives.MOST_ENDED, kept.size());
        assertEquals("/1 /" + Lives.MOST_ENDED, kept.getFirst() + ' ' + kept.getLast());
    }

    @Test
    void aSlowRequestIsKeptWhileManyOthersBeginAndEnd() {
        lives.watch();
        Lives.Recorder slow = begin("/slow");
        for (int i = 0; i <= Lives.MOST_ENDED; i++) {
            begin("/fast").sent(200);
        }
        assertEquals("/slow", after(0).getFirst());
        assertTrue(lives.changedAfter(0).getFirst().goesOn(), "it has not ended");
        slow.sent(504);
        Life life = lives.changedAfter(0).getFirst();
        assertEquals("/slow 504 false", life.path() + ' ' + life.status() + ' ' + life.goesOn());
        assertEquals(Lives.MOST_ENDED, after(0).size());
    }

    @Test
    void aRequestThatBeganInAnEarlierRecordingIsInNoLaterOne() {
        lives.watch();
        Lives.Recorder early = begin("/early");
        now.addAndGet(Lives.WATCHED_NANOS);
        lives.forgetUnlessWatched();
        lives.watch();
        early.sent(200);
        assertEquals(List.of(), after(0));
    }

    @Test
    void aLifeIsRecordedPartByPart() {
        Meter meter = new Meter(Mode.POOL);
        meter.lives().watch();
        ConnectionMeter connection = Requests.started(meter, "/" + "x".repeat(100), 7_000_000);
        ConnectionMeter.CallTimer call = connection.callStarted(Stage.INFO);
        call.waits();
        call.ended(true, null);
        connection.waits();
        connection.runs();
        connection.waitsWithoutThread();
        connection.queued(System.nanoTime());
        connection.runs();
        connection.answered(504);
        connection.leftToClient();
        connection.sent();
        connection.runs();
        Life life = meter.lives().changedAfter(0).getFirst();
        String here = Thread.currentThread().getName();
        assertEquals(List.of("queued ", "read " + here, "own " + here, "info " + here, "own " + here, "wait " + here,
                "own " + here, "wait ", "queued ", "own " + here, "written " + here, "written "),
                life.parts().stream().map(part -> part.name() + ' ' + part.thread()).toList());
        assertEquals(504, life.status());
        assertEquals(61, life.path().length(), "the length of a shortened path");
        assertEquals(7.0, life.parts().getFirst().to(), "milliseconds in the queue");
        double end = 0;
        for (Part part : life.parts()) {
            assertEquals(end, part.from(), "each part begins at the end of the previous one: " + life);
            end = part.to();
        }
        assertEquals(end, life.total(), "the last part ends with the life");
    }

    @Test
    void aVirtualThreadHasACarrierExceptWhileItWaits() throws InterruptedException {
        lives.watch();
        Thread.ofVirtual().start(() -> {
            Lives.Recorder life = begin("/virtual");
            now.incrementAndGet();
            life.waits("info");
            now.incrementAndGet();
            life.runs("own");
            now.incrementAndGet();
            life.runs("written");
            now.incrementAndGet();
            life.sent(200);
        }).join();
        List<String> threads = lives.changedAfter(0).getFirst().parts().stream()
                .map(part -> part.name() + ' ' + part.thread().replaceFirst("\\d+$", "")).toList();
        assertEquals(List.of("own ForkJoinPool-1-worker-", "info ", "own ForkJoinPool-1-worker-",
                "written ForkJoinPool-1-worker-"), threads);
    }
}
