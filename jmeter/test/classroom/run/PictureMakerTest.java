package classroom.run;

import static testing.Assertions.assertEquals;

import classroom.run.PictureMaker.LifeSamples;
import classroom.run.PictureMaker.LiveStats;
import common.json.Records;
import java.util.List;
import java.util.Map;
import testing.Test;

/** Live figures out of what service one says. */
class PictureMakerTest {
    private static final long SECOND = 1_000_000_000L;

    private static final LifeSamples NO_LIVES = new LifeSamples(List.of(), null, null, null, null);

    private final PictureMaker maker = new PictureMaker("pool-200", "pool of 200");

    /** As service one says it, other members left out. */
    private static LiveStats said(long completed, long failed) throws Exception {
        return Records.read(LiveStats.class, """
                {"service":{"mode":"pool","limit":200,"port":1},"total":{"completed":%d,"failed":%d},
                "now":{"queued":800,"inFlight":200,"waiting":{"info":9,"authenticate":60,"authorize":64,"meetings":60},
                "threadsTotal":200,"p50Millis":5100.5,"cpuPercent":14,"platformThreads":228,"virtualThreads":0}}
                """.formatted(completed, failed));
    }

    @Test
    void whatASecondBroughtIsTheDifferenceOfTwoTotals() throws Exception {
        Picture first = maker.make(said(1_000, 5), 0, NO_LIVES);
        assertEquals(null, first.requestsPerSecond(), "nothing before it to compare with");
        assertEquals(List.of(), first.history());
        Picture second = maker.make(said(1_380, 7), 2 * SECOND, NO_LIVES);
        assertEquals(190.0, second.requestsPerSecond());
        assertEquals(1.0, second.errorsPerSecond());
        assertEquals(List.of(List.of(2.0, 190.0, 1_000.0)), second.history(), "second, answers, queued and served");
    }

    @Test
    void whereRequestsWaitAddsUpToThoseThatAreServed() throws Exception {
        Picture picture = maker.make(said(0, 0), 0, NO_LIVES);
        assertEquals(800L, picture.queued(), "queued");
        assertEquals(200L, picture.serving(), "served");
        assertEquals(Map.of("info", 9L, "authenticate", 60L, "authorize", 64L, "meetings", 60L, "own", 7L),
                picture.waiting(), "own is what is left");
        assertEquals(new Picture.Threads(228.0, 0.0, 200.0), picture.threads());
        assertEquals("pool of 200", picture.label());
    }

    @Test
    void theHistoryHasTwoMinutes() throws Exception {
        Picture last = null;
        for (int second = 0; second <= 200; second++) {
            last = maker.make(said(second, 0), second * SECOND, NO_LIVES);
        }
        assertEquals(120, last.history().size());
        assertEquals(200.0, last.history().getLast().getFirst());
    }
}
