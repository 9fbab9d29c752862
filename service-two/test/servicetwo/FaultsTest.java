package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import servicetwo.Options.Faults;
import servicetwo.Settings.Fault;
import testing.Await;
import testing.Test;

/** What goes wrong by option. */
class FaultsTest {
    private static final Faults SOME = new Faults(10, 20, 30, 0, 0);

    private static Options options(Faults faults) {
        return new Options(0, "127.0.0.1", 0, 0, 0, faults, false);
    }

    private static List<Fault> draw(Faults faults, int count) {
        Settings draws = new Settings(options(faults));
        List<Fault> drawn = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drawn.add(draws.fault());
            draws.jitterMillis();
        }
        return drawn;
    }

    /** Within three standard deviations of a binomial distribution; with a fixed seed, this holds always or never. */
    @Test
    void eachFaultHasItsShareOfTheCalls() {
        int count = 10_000;
        Map<Fault, Integer> shares = new TreeMap<>(Map.of(Fault.ERROR, 10, Fault.HANG, 20, Fault.RESET, 30,
                Fault.NONE, 40));
        List<Fault> drawn = draw(SOME, count);
        shares.forEach((fault, percent) -> {
            double expected = count * percent / 100.0;
            double deviation = Math.sqrt(expected * (100 - percent) / 100);
            int found = Collections.frequency(drawn, fault);
            assertTrue(Math.abs(found - expected) <= 3 * deviation, fault + ": " + found + " of " + expected);
        });
    }

    @Test
    void allAndNoneAreExact() {
        assertEquals(1_000, Collections.frequency(draw(new Faults(100, 0, 0, 0, 0), 1_000), Fault.ERROR));
        assertEquals(1_000, Collections.frequency(draw(new Faults(0, 100, 0, 0, 0), 1_000), Fault.HANG));
        assertEquals(1_000, Collections.frequency(draw(new Faults(0, 0, 100, 0, 0), 1_000), Fault.RESET));
        assertEquals(1_000, Collections.frequency(draw(Faults.NONE, 1_000), Fault.NONE));
        assertEquals(0, Collections.frequency(draw(new Faults(33, 33, 34, 0, 0), 1_000), Fault.NONE));
    }

    @Test
    void theSameSequenceOfCallsMeetsTheSameFaultsWithJitterToo() {
        assertEquals(draw(SOME, 1_000), draw(SOME, 1_000));
        assertEquals(draw(SOME, 1_000), draw(new Faults(10, 20, 30, 500, 60), 1_000));
    }

    @Test
    void jitterIsUniformUpToItsMost() {
        int count = 10_000;
        Settings draws = new Settings(options(new Faults(0, 0, 0, 100, 0)));
        int[] tenths = new int[10];
        for (int i = 0; i < count; i++) {
            draws.fault();
            tenths[(int) (draws.jitterMillis() / 10)]++;      // beyond the most: out of bounds
        }
        for (int each : tenths) {
            assertTrue(Math.abs(each - 1_000) <= 90, "three standard deviations of a tenth: " + each);
        }
    }

    private record Slow(long seconds, double slowness) {
    }

    @Test
    void aSlowStartFallsInAStraightLine() {
        Slow[] table = {new Slow(0, 4), new Slow(15, 3.25), new Slow(30, 2.5), new Slow(60, 1), new Slow(600, 1)};
        for (Slow row : table) {
            assertEquals(row.slowness,
                    new Settings(options(new Faults(0, 0, 0, 0, 60))).slowness(row.seconds * 1_000_000_000));
            assertEquals(1.0, new Settings(options(Faults.NONE)).slowness(row.seconds * 1_000_000_000), "without one");
        }
    }

    /** Waits are never shorter than they should be: the first lasts four times as long, nearly, and jitter is added. */
    @Test
    void waitsAreLongerInASlowStartAndWithJitter() {
        long slow = new Settings(options(new Faults(0, 0, 0, 0, 3_600))).nanos(333, 7.5);
        assertTrue(slow > 3.9 * 333e6 + 7.5e6 && slow <= 4 * 333e6 + 7.5e6, "four times, and jitter: " + slow);
        assertEquals(57_500_000L, new Settings(options(Faults.NONE)).nanos(50, 7.5));
    }

    /** Each call on a connection of its own, because two of the faults end it or hold it. */
    @Test
    void callsMeetWhatIsDrawnForThem() throws Exception {
        Faults faults = new Faults(30, 0, 30, 1, 0);
        try (ServiceTwo two = new ServiceTwo(options(faults))) {
            for (Fault drawn : draw(faults, 50)) {
                try (Caller caller = new Caller(two).get("/authorize?id=user-1")) {
                    assertEquals(drawn, met(caller));
                }
            }
        }
    }

    private static Fault met(Caller caller) {
        try {
            Caller.Reply reply = caller.reply();
            assertEquals(reply.status() == 200 ? "{\"userId\":\"user-1\",\"authorities\":[\"get-meetings\"]}"
                    : "{\"error\":\"an error that was asked for\"}", reply.body());
            return reply.status() == 500 ? Fault.ERROR : Fault.NONE;
        } catch (IOException e) {
            return e.getMessage().contains("reset") ? Fault.RESET : null;
        }
    }

    @Test
    void whatIsNoCallMeetsNoFault() throws Exception {
        try (ServiceTwo two = new ServiceTwo(options(new Faults(0, 0, 100, 0, 0)))) {
            for (String target : List.of("/stats", "/stats?x", "/nowhere")) {
                try (Caller caller = new Caller(two).get(target)) {
                    assertEquals(target.equals("/nowhere") ? 404 : 200, caller.reply().status(), target);
                }
            }
            try (Caller caller = new Caller(two).get("/info")) {
                assertThrows(IOException.class, caller::reply);
            }
        }
    }

    /** Until its caller ends, in whichever way; then its permit is the next one's. */
    @Test
    void aHangingCallHoldsItsPlaceUntilItsCallerEnds() throws Exception {
        Options hanging = new Options(0, "127.0.0.1", 0, 0, 1, new Faults(0, 100, 0, 0, 0), false);
        try (ServiceTwo two = new ServiceTwo(hanging)) {
            Caller closing = new Caller(two).get("/authorize?id=user-1");
            Caller resetting = new Caller(two).get("/info");
            Caller inLine = new Caller(two).get("/authorize?id=user-2");
            Await.until("they hang", () -> stats(two).contains("\"answered\":0,\"inFlight\":3"));
            inLine.close();
            Await.until("that one has left", () -> stats(two).contains("\"answered\":0,\"inFlight\":2"));
            closing.close();
            resetting.reset();
            Await.until("all have left", () -> stats(two).contains("\"answered\":0,\"inFlight\":0"));
        }
    }

    @Test
    void whatHangsEndsWithServiceTwo() throws Exception {
        ServiceTwo two = new ServiceTwo(options(new Faults(0, 100, 0, 0, 0)));
        try (Caller caller = new Caller(two).get("/info")) {
            Await.until("it hangs", () -> stats(two).contains("\"inFlight\":1"));
            two.close();
            assertTrue(caller.ends(), "without an answer");
        }
    }

    private static String stats(ServiceTwo two) throws IOException {
        try (Caller caller = new Caller(two)) {
            return caller.get("/stats").reply().body();
        }
    }
}
