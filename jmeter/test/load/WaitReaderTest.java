package load;

import static load.StubService.stats;
import static testing.Assertions.assertEquals;

import load.MeasuredService.WaitReader;
import load.Stats.One.Law;
import testing.Await;
import testing.Test;

class WaitReaderTest {
    private static final int SOON = 1;

    /** Before a load nothing is known, nor soon after it; the last answer that told something counts. */
    @Test
    void keepsWhatWasKnownLast() throws Exception {
        assertEquals(new Law(1.049, Double.NaN, null), after(8, stats("", "null"), stats("", "null"),
                stats("", "0.3"), stats("", "1.049"), "", "no stats", stats("", "0"), stats("", "null")));
    }

    /** For ten seconds, what service one knows is mixed with the requests of the load before. */
    @Test
    void takesNothingThatMayBeOfALoadBefore() throws Exception {
        assertEquals(Law.UNKNOWN, after(3, stats("", "0.932"), stats("", "0.5")));
    }

    @Test
    void mayNeverHearOfAWait() throws Exception {
        assertEquals(Law.UNKNOWN, after(3, stats("", "null")));
    }

    @Test
    void mayNeverHearAnything() throws Exception {
        assertEquals(null, after(3, stats("", "null"), ""));
    }

    /** The first answer is the description; after it, so many were heard. */
    private static Law after(int times, String... answers) throws Exception {
        try (StubService stub = new StubService(answers);
                WaitReader reader = new WaitReader(MeasuredService.at(stub.address()).orElseThrow(), SOON)) {
            Await.until("it was asked", () -> stub.asked() > times + 1);
            return reader.law();
        }
    }
}
