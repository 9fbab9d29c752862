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
import common.mode.Mode.Limit;
import lab.Doctored;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run;
import testing.Await;
import testing.Test;

class FreePlayTest {
    private static final Load TWENTY = Load.closed("/rpc", 20);
    private static final Prediction PREDICTED = new Prediction(80, 0.25, 4, Limit.THREADS);

    private final Changes changes = new Changes();
    private final FakeExperiments experiments = new FakeExperiments();
    private final Worker worker = new Worker(experiments, changes);
    private final FreePlay play = new FreePlay(experiments, worker, changes);
    private final SideBySide sides = new SideBySide(experiments, worker, changes);

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

    @Test
    void nothingElseRunsWhileTwoModesRunSideBySide() throws Exception {
        for (int users : new int[] {0, 201}) {
            assertThrows(UsageException.class, () -> sides.begin(users));
        }
        sides.begin(200);
        assertTrue(worker.position().left() <= 60_000, "a minute at most");
        assertContains("side by side is running",
                assertThrows(Refusal.class, () -> play.run(pool(4), "")).getMessage());
        assertEquals(List.of(), play.rows());
        worker.stop();
        awaitIdle();
        assertEquals("", sides.failure(), "a stop is not a failure");
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

    private static PlayRow row(int id, String name, PlaySettings settings) {
        return new PlayRow(id, name, settings, PREDICTED, null);
    }

    @Test
    void theExportedExperimentLeavesOutUnusableRows() throws Exception {
        PlayRow failed = row(2, "", pool(9)).with(Run.failed("pool-9", TWENTY, 1, PREDICTED, "it ended"));
        String text = PlayExport.experiment(List.of(row(1, "other delays", loom(7, 0, "/rpc", 5, 5)), failed,
                row(3, "", pool(4)), row(4, "small", flags("-Xmx64m  -Xms64m")),
                row(5, "", loom(0, 30, "/rpc", 50, 333))));
        Experiment experiment = ExperimentFile.parse("e", text, Map.of());
        assertEquals(List.of("pool --threads 4", "loom | -Xmx64m -Xms64m", "loom"),
                experiment.contenders().stream().map(Contender::specification).toList());
        assertEquals(List.of(TWENTY, Load.closed("/rpc", 100), Load.open("/rpc", 30),
                Load.closed("/meetings", 20), Load.closed("/meetings", 100), Load.open("/meetings", 30)),
                experiment.loads(), "each contender under each load");
        assertEquals(50, experiment.delay(), "the last row's delay");
        assertContains("row 1, other delays: loom, /rpc, users 7 (left out: its delays", text);
        assertContains("row 2: pool --threads 9, /rpc, users 20 (left out: it failed)", text);
        assertContains("contender.pool-9", PlayExport.experiment(List.of(failed)));
    }

    @Test
    void theExportedCsvHasALineForEachRow() {
        PlayRow measured = row(5, "=1+1", pool(4))
                .with(Doctored.run("pool-4", TWENTY, 1, 79).machine(15, 0, 0).run());
        String csv = PlayExport.csv(List.of(row(3, "the heap, small", flags("-Xmx64m  -Xms64m")), measured));
        List<String> lines = csv.lines().toList();
        assertEquals(3, lines.size(), csv);
        assertContains(",failure,findings", lines.get(0));
        assertContains("3,\"the heap, small\",loom,0,100,0,/meetings,50,333,'-Xmx64m  -Xms64m,80.0,250.0,,,,,,,",
                lines.get(1));
        assertContains("5,'=1+1,pool,4,20,0,/rpc,50,333,,80.0,250.0,79.0,", lines.get(2));
        assertContains("other programs used 30 % of the machine's CPU time", lines.get(2));
    }

    @Test
    void noNameBecomesAFormulaInASpreadsheet() {
        for (String sign : List.of("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")) {
            assertContains("'" + sign + "1+1", PlayExport.csv(List.of(row(1, sign + "1+1", pool(4)))));
        }
    }
}
