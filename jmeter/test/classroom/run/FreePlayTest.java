package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import classroom.run.FreePlay.PlayRow;
import common.commandline.CommandLine.UsageException;
import common.http.Changes;
import common.http.PageServer.Refusal;
import java.io.IOException;
import java.util.List;
import testing.Await;
import testing.Test;

/** Free play and side by side, without any program. */
class FreePlayTest {
    private final Changes changes = new Changes();
    private final Worker worker = new Worker(changes);
    private final FakeExperiments experiments = new FakeExperiments();
    private final FreePlay play = new FreePlay(experiments, worker, changes);
    private final SideBySide sides = new SideBySide(experiments, worker, changes);

    static PlaySettings pool(int threads, int users) {
        return new PlaySettings("pool", threads, users, 0, "/rpc", 50, 333, "");
    }

    private void awaitIdle() throws Exception {
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
    }

    @Test
    void aRunIsARowWithItsPredictionAndThenItsMeasurement() throws Exception {
        play.run(pool(4, 20), "four");
        PlayRow row = play.rows().getFirst();
        assertEquals(80.0, Math.rint(row.predicted().throughput()), "4 threads / 50 ms");
        assertTrue(!row.isMeasured() && row.run() == null, "it runs");
        experiments.finish(MadeUp.measured());
        awaitIdle();
        assertTrue(play.rows().getFirst().isMeasured(), "it is measured");
        play.name(1, "vier");
        assertEquals("vier", play.rows().getFirst().name());
    }

    @Test
    void aRunThatFailsKeepsItsRowAndSaysWhy() throws Exception {
        play.run(pool(4, 20), "");
        experiments.fail(new IOException("no JMeter"));
        awaitIdle();
        assertEquals("no JMeter", play.rows().getFirst().run().failure());
    }

    @Test
    void aStoppedRunLeavesNoRow() throws Exception {
        play.run(pool(4, 20), "");
        worker.stop();
        awaitIdle();
        assertEquals(List.of(), play.rows());
    }

    @Test
    void sideBySideGoesOnUntilItIsStoppedAndNothingRunsBesideIt() throws Exception {
        sides.begin(20);
        assertTrue(worker.position().left() <= 60_000, "a minute at most");
        assertContains("side by side is running",
                assertThrows(Refusal.class, () -> play.run(pool(4, 20), "")).getMessage());
        assertEquals(List.of(), play.rows());
        worker.stop();
        awaitIdle();
        assertTrue(sides.failure().isEmpty(), "stopped, and no failure");
        assertThrows(UsageException.class, () -> sides.begin(0));
        assertThrows(UsageException.class, () -> sides.begin(201));
    }

    private static PlaySettings loom(int users, int rate, String path, int delay, int stageDelay) {
        return new PlaySettings("loom", 0, users, rate, path, delay, stageDelay, "");
    }

    /** What is refused, and a word of why. */
    private static final Object[][] WRONG = {
        {new PlaySettings("thread", 0, 20, 0, "/rpc", 50, 333, ""), "mode"},
        {pool(0, 20), "threads"},
        {pool(10_001, 20), "threads"},
        {new PlaySettings("loom", 4, 20, 0, "/rpc", 50, 333, ""), "threads"},
        {loom(20, 20, "/rpc", 50, 333), "either users or a rate"},
        {loom(0, 0, "/rpc", 50, 333), "either users or a rate"},
        {loom(-1, 0, "/rpc", 50, 333), "users"},
        {loom(0, 20_001, "/rpc", 50, 333), "rate"},
        {loom(20, 0, "rpc", 50, 333), "path"},
        {loom(20, 0, "/rpc\nusers = 9", 50, 333), "path"},
        {loom(20, 0, "/rpc", -1, 333), "delay"},
        {loom(20, 0, "/rpc", 50, 10_001), "stageDelay"},
        {flags("-Xmx64m\nusers = 9"), "jvm: at most 200 characters, in one line"},
        {flags("-Xmx64m ".repeat(30)), "jvm: at most 200 characters, in one line"},
        {new PlaySettings("pool", 1, 1_000, 0, "/meetings", 50, 333, ""), "it would take up to"}};

    private static PlaySettings flags(String jvm) {
        return new PlaySettings("loom", 0, 20, 0, "/rpc", 50, 333, jvm);
    }

    /** They write files, read files, run programs, open ports, or are none. */
    private static final List<String> WRONG_FLAGS = List.of("-cp", "evil.jar", "@options", "-javaagent:evil.jar",
            "-Xbootclasspath/a:evil.jar", "-Xlog:gc:file", "-XX:+LogVMOutput", "-XX:+HeapDumpOnOutOfMemoryError",
            "-XX:OnError=reboot", "-XX:OnOutOfMemoryError=1", "-XX:Flags=file", "-XX:VMOptionsFile=1",
            "-XX:ErrorFile=1", "-Dcom.sun.management.jmxremote.port=9999", "-DjdkXpollerMode=1", "-XmxSIZE", "-Xmx");

    @Test
    void aFlagThatIsNotAmongThoseOfAClassIsNamedAndThoseAreListed() throws Exception {
        for (String flag : WRONG_FLAGS) {
            String why = assertThrows(UsageException.class, () -> flags("-Xmx1g  " + flag).experiment()).getMessage();
            assertContains("not " + flag + ": -XmsSIZE -XmxSIZE ", why);
        }
        flags("-Xms64m  -Xmx1g -Xmn32M -Xss512k -XX:-UseParallelGC -XX:+UseZGC").experiment();
        flags("-XX:-UseCompactObjectHeaders -XX:ActiveProcessorCount=1 -Djdk.pollerMode=2").experiment();
        flags("-Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1").experiment();
        flags("-Djdk.virtualThreadScheduler.minRunnable=1").experiment();
    }

    @Test
    void whatCannotBeRunIsRefused() {
        for (Object[] row : WRONG) {
            UsageException refused = assertThrows(UsageException.class, () -> play.run((PlaySettings) row[0], ""));
            assertContains((String) row[1], refused.getMessage());
        }
        assertThrows(UsageException.class, () -> play.run(pool(4, 20), "two\nlines"));
        assertThrows(UsageException.class, () -> play.name(1, "no such row"));
        assertEquals(0, experiments.begun(), "nothing was begun");
        assertEquals(List.of(), play.rows());
    }
}
