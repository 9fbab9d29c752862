package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import classroom.run.FreePlay.PlayRow;
import common.commandline.CommandLine.UsageException;
import common.http.PageServer.Refusal;
import testing.Await;
import testing.Test;

class FreePlayTest {
    private final Changes changes = new Changes();
    private final FakeExperiments experiments = new FakeExperiments();
    private final Worker worker = new Worker(experiments, changes);
    private final FreePlay play = new FreePlay(experiments, worker, changes);

    private static PlaySettings pool(int threads) {
        return new PlaySettings("pool", threads, 20, 0, "/rpc", 50, 333, "");
    }

    private static PlaySettings loom(int users, int rate, String path, int delay, int stageDelay) {
        return new PlaySettings("loom", 0, users, rate, path, delay, stageDelay, "");
    }

    private static PlaySettings flags(String jvm) {
        return new PlaySettings("loom", 0, 100, 0, "/meetings", 50, 333, jvm);
    }

    private void awaitIdle() throws Exception {
        Await.until("the worker is idle", () -> worker.busy().isEmpty());
    }

    @Test
    void aRunAddsARowUnlessItIsStopped() throws Exception {
        play.run(pool(4), "four");
        PlayRow row = play.rows().getFirst();
        assertEquals(80.0, Math.rint(row.predicted().throughput()), "4 threads / 50 ms");
        assertTrue(!row.isMeasured() && row.run() == null, "the row has no measurement yet");
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertTrue(play.rows().getFirst().isMeasured(), "the row has its measurement");
        play.name(1, "renamed");
        assertEquals("renamed", play.rows().getFirst().name());
        play.run(pool(4), "");
        experiments.end(new IOException("no JMeter"));
        awaitIdle();
        assertEquals("no JMeter", play.rows().getLast().failure());
        play.run(pool(4), "");
        worker.stop();
        awaitIdle();
        assertEquals(List.of(1, 2), play.rows().stream().map(PlayRow::id).toList());
    }

    private static final Object[][] WRONG = {
        {new PlaySettings("thread", 0, 20, 0, "/rpc", 50, 333, ""), "mode"},
        {pool(0), "threads"},
        {pool(10_001), "threads"},
        {new PlaySettings("loom", 4, 20, 0, "/rpc", 50, 333, ""), "threads"},
        {loom(20, 20, "/rpc", 50, 333), "either users or a rate"},
        {loom(0, 0, "/rpc", 50, 333), "either users or a rate"},
        {loom(-1, 0, "/rpc", 50, 333), "users"},
        {loom(10_001, 0, "/rpc", 50, 333), "users"},
        {loom(0, 20_001, "/rpc", 50, 333), "rate"},
        {loom(20, 0, "rpc", 50, 333), "path"},
        {loom(20, 0, "/rpc\nusers = 9", 50, 333), "path"},
        {loom(20, 0, "/rpc", -1, 333), "delay"},
        {loom(20, 0, "/rpc", 50, 10_001), "stageDelay"},
        {flags("-Xmx64m\nusers = 9"), "jvm: at most 200 characters, in one line"},
        {flags("-Xmx64m ".repeat(30)), "jvm: at most 200 characters, in one line"},
        {new PlaySettings("pool", 1, 1_000, 0, "/meetings", 50, 333, ""), "the run could take"}};

    @Test
    void wrongSettingsAreRefused() {
        for (Object[] row : WRONG) {
            UsageException refused = assertThrows(UsageException.class, () -> play.run((PlaySettings) row[0], ""));
            assertContains((String) row[1], refused.getMessage());
        }
        for (String name : List.of("two\nlines", "x".repeat(61))) {
            assertThrows(UsageException.class, () -> play.run(pool(4), name));
        }
        assertThrows(UsageException.class, () -> play.name(1, "no such row"));
        assertEquals(0, experiments.begun.get(), "experiments that were started");
        assertEquals(List.of(), play.rows());
    }

    private static final List<String> WRONG_FLAGS = List.of("-cp", "evil.jar", "@options", "-javaagent:evil.jar",
            "-Xbootclasspath/a:evil.jar", "-Xlog:gc:file", "-XX:+LogVMOutput", "-XX:+HeapDumpOnOutOfMemoryError",
            "-XX:OnError=reboot", "-XX:OnOutOfMemoryError=1", "-XX:Flags=file", "-XX:VMOptionsFile=1",
            "-XX:ErrorFile=1", "-Dcom.sun.management.jmxremote.port=9999", "-DjdkXpollerMode=1", "-XmxSIZE", "-Xmx");

    @Test
    void theMessageAboutAWrongFlagListsTheAllowedFlags() throws Exception {
        for (String flag : WRONG_FLAGS) {
            String why = assertThrows(UsageException.class, () -> flags("-Xmx1g  " + flag).experiment()).getMessage();
            assertContains("jvm: " + flag + " is not allowed. Allowed are -XmsSIZE -XmxSIZE ", why);
        }
        flags("-Xms64m  -Xmx1g -Xmn32M -Xss512k -XX:-UseParallelGC -XX:+UseZGC").experiment();
        flags("-XX:-UseCompactObjectHeaders -XX:ActiveProcessorCount=1 -Djdk.pollerMode=2").experiment();
        flags("-Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.minRunnable=1").experiment();
    }
}
