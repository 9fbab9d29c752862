package serviceone.status;

import static serviceone.status.WatchingTest.valueAt;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.JsonObject;
import common.mode.Mode;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import testing.Await;
import testing.Test;

class LivesJsonTest {
    private static final long MILLI = 1_000_000;

    private final AtomicLong now = new AtomicLong(5_000 * MILLI);
    private final Meter meter = new Meter(Mode.POOL, now::get);
    private final LivesJson lives = new LivesJson(WatchingTest.service(Mode.POOL, meter));

    private void pass(long millis) {
        now.addAndGet(millis * MILLI);
    }

    private ConnectionMeter begin(String path) {
        return Requests.started(meter, path, 0);
    }

    private static void end(ConnectionMeter request, int status) {
        request.answered(status);
        request.sent();
    }

    /** For each request: its path, and its status. */
    private static List<String> told(JsonObject answer) throws Exception {
        return ((List<?>) valueAt(answer, "lives")).stream().map(each -> (Map<?, ?>) each)
                .map(life -> life.get("path") + " " + ((Double) life.get("status")).intValue()).toList();
    }

    @Test
    void anAnswerHasTheRequestsThatEndedSinceTheOneBefore() throws Exception {
        pass(1);
        JsonObject first = lives.json(-1);
        assertEquals(List.of(), told(first), "the first question only starts the recording");
        assertEquals(List.of(1_000.0, 1_000.0, 0.0, 0.0), Stream.of("since", "until", "ended", "inFlight")
                .map(name -> value(first, name)).toList());
        ConnectionMeter slow = begin("/slow");
        end(begin("/one"), 200);
        pass(1);
        end(begin("/now"), 200);
        JsonObject second = lives.json(1_000);
        assertEquals(List.of("/one 200"), told(second), "what ends in this moment is in the next answer");
        assertEquals(List.of(1_000.0, 2_000.0, 1.0, 1.0), Stream.of("since", "until", "ended", "inFlight")
                .map(name -> value(second, name)).toList());
        pass(5_000);
        end(slow, 504);
        pass(1);
        assertEquals(List.of("/now 200", "/slow 504"), told(lives.json(2_000)), "in the order of their ends");
    }

    private static Object value(JsonObject answer, String name) {
        try {
            return valueAt(answer, name);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aLifeHasItsParts() throws Exception {
        lives.json(-1);
        ConnectionMeter request = Requests.started(meter, "/meetings", 5 * MILLI);
        end(request, 200);
        pass(1);
        Map<?, ?> life = (Map<?, ?>) ((List<?>) valueAt(lives.json(0), "lives")).getFirst();
        List<?> parts = (List<?>) life.get("parts");
        assertEquals(Map.of("name", "queued", "from", 0.0, "to", 5.0, "thread", ""), parts.getFirst());
        assertEquals(life.get("total"), ((Map<?, ?>) parts.getLast()).get("to"));
    }

    /** The fast requests begin and end while the slow ones hang. */
    @Test
    void slowRequestsHaveTheirShareOfTheSample() throws Exception {
        lives.json(-1);
        Deque<ConnectionMeter> hanging = new ArrayDeque<>();
        for (int i = 0; i < 3_000; i++) {
            if (i % 5 == 0) {
                hanging.add(begin("/hangs"));
            } else {
                end(begin("/fast"), 200);
            }
            if (hanging.size() > 400) {
                end(hanging.removeFirst(), 504);
            }
            pass(1);
        }
        int slow = 0;
        long after = now.get();
        for (int polls = 0; polls < 8; polls++) {
            after = ((Double) valueAt(lives.json(0), "until")).longValue();
            for (int i = 0; i < 1_000; i++) {
                end(begin("/fast"), 200);
                if (i % 4 == 0) {
                    hanging.add(begin("/hangs"));
                    end(hanging.removeFirst(), 504);
                }
                pass(1);
            }
            JsonObject answer = lives.json(after);
            assertEquals(1_250.0, valueAt(answer, "ended"));
            assertEquals(LivesJson.MOST, told(answer).size());
            slow += Collections.frequency(told(answer), "/hangs 504");
        }
        assertTrue(slow > 32 && slow < 96, slow + " of 320, where 64 are a fifth");
    }

    @Test
    void theSampleIsEvenAndHasNoneTwice() {
        for (int all : new int[] {0, 1, 39, 40, 41, 79, 80, 3_120, 32_768}) {
            List<Integer> sample =
                    LivesJson.sample(IntStream.range(0, all).boxed().toList(), new SplittableRandom(all));
            assertEquals(Math.min(40, all), sample.size());
            for (int i = 0; i < sample.size(); i++) {
                int of = sample.size();
                assertTrue(sample.get(i) >= i * all / of && sample.get(i) < (i + 1) * all / of, i + " of " + sample);
            }
        }
        List<Integer> two = LivesJson.sample(IntStream.range(0, 80).boxed().toList(), new SplittableRandom(1));
        assertEquals(2L, two.stream().map(i -> i % 2).distinct().count(), "a rhythm does not decide what is seen");
    }

    @Test
    void anAnswerSaysSinceWhenAllAreKnown() throws Exception {
        lives.json(-1);
        for (int i = 0; i < 3; i++) {
            pass(6_000);
            end(begin("/"), 200);
            lives.json(-1);
            meter.lives().forgetUnlessWatched();
        }
        pass(1);
        assertEquals(18_001_000.0 - 10_000_000, valueAt(lives.json(-1), "since"), "ten seconds");
        assertEquals(2.0, valueAt(lives.json(-1), "ended"));
        for (int i = 0; i < 40_000; i++) {
            now.addAndGet(1_000);
            end(begin("/"), 200);
        }
        now.addAndGet(1_000);
        JsonObject answer = lives.json(18_001_000);
        assertEquals(32_768.0, valueAt(answer, "ended"));
        assertEquals(18_001_000.0 + 40_000 - 32_767, valueAt(answer, "since"), "earlier ones made room");
    }

    /** A thread counts as parked unless it is mounted or runnable. {@link WatchingTest} claims 100,007 connections. */
    @Test
    void statesOfVirtualThreadsAreShownOnlyInLoom() throws Exception {
        for (Mode mode : List.of(Mode.POOL, Mode.ASYNC)) {
            JsonObject lives = new LivesJson(WatchingTest.service(mode, new Meter(mode))).json(0);
            assertEquals((double) Runtime.getRuntime().availableProcessors(), valueAt(lives, "cores"), mode.label());
            for (String name : List.of("mounted", "runnable", "parked")) {
                assertEquals(null, valueAt(lives, name), mode + ": " + name);
            }
        }
        LivesJson loom = new LivesJson(WatchingTest.service(Mode.LOOM, new Meter(Mode.LOOM)));
        AtomicBoolean computes = new AtomicBoolean(true);
        Thread.ofVirtual().start(() -> {
            while (computes.get()) {
                Thread.onSpinWait();
            }
        });
        try {
            Await.until("a virtual thread is on a carrier", () -> (Double) valueAt(loom.json(0), "mounted") > 0);
            Map<?, ?> lives = (Map<?, ?>) valueAt(loom.json(0));
            double all = (Double) lives.get("mounted") + (Double) lives.get("runnable") + (Double) lives.get("parked");
            assertEquals(100_000.0, all, "a thread for each connection that is not in the queue");
        } finally {
            computes.set(false);
        }
    }
}
