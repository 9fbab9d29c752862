package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import classroom.run.FreePlay.PlayRow;
import common.commandline.UsageException;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;
import experiment.Contender;
import experiment.Experiment;
import experiment.Run;
import experiment.Window;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import lab.run.RunObserver;
import testing.Await;
import testing.Test;
import testing.Words;

class FreePlayTest {
    private final FakeExperiments experiments = new FakeExperiments();
    private final Changes changes = experiments.changes();
    private final Worker worker = new Worker(experiments);
    private final FreePlay play = new FreePlay(worker);

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
        assertEquals("four", play.rows().getFirst().name());
        long before = changes.version();
        play.name(1, "renamed");
        assertEquals(before + 1, changes.version(), "the page hears of the new name");
        assertEquals("renamed", play.rows().getFirst().name());
        assertThrows(UsageException.class, () -> play.name(1, "two\nlines"));
        play.run(pool(4), "");
        experiments.end(new IOException("no JMeter"));
        awaitIdle();
        assertEquals("no JMeter", play.rows().getLast().failure());
        play.run(pool(4), "");
        worker.stop();
        awaitIdle();
        assertEquals(List.of(1, 2), play.rows().stream().map(PlayRow::id).toList());
    }

    private static final List<PlaySettings> WRONG = List.of(
            new PlaySettings("thread", 0, 20, 0, "/rpc", 50, 333, ""),
            pool(0), pool(-1), pool(10_001),
            new PlaySettings("loom", 4, 20, 0, "/rpc", 50, 333, ""),
            loom(20, 20, "/rpc", 50, 333), loom(0, 0, "/rpc", 50, 333),
            loom(-1, 0, "/rpc", 50, 333), loom(10_001, 0, "/rpc", 50, 333),
            loom(0, -1, "/rpc", 50, 333), loom(0, 20_001, "/rpc", 50, 333),
            loom(20, 0, "rpc", 50, 333), loom(20, 0, "/rpc\nusers = 9", 50, 333),
            loom(20, 0, "/" + "x".repeat(101), 50, 333),
            loom(20, 0, "/rpc", -1, 333), loom(20, 0, "/rpc", 50, -1), loom(20, 0, "/rpc", 10_001, 333),
            loom(20, 0, "/rpc", 50, 10_001),
            flags("-Xmx64m\nusers = 9"), flags(" ".repeat(201)));

    private static final List<PlaySettings> AT_THE_LIMITS = List.of(
            new PlaySettings("async", 0, 1, 0, "/rpc", 0, 0, " ".repeat(200)), pool(1), pool(10_000),
            loom(10_000, 0, "/rpc", 0, 0), loom(0, 1, "/", 0, 0), loom(0, 20_000, "/" + "x".repeat(100), 0, 0),
            loom(1, 0, "/meetings?id=a&b=%20~_.-", 10_000, 10_000));

    @Test
    void wrongSettingsAreRefused() throws Exception {
        StringJoiner messages = new StringJoiner("\n");
        for (PlaySettings wrong : WRONG) {
            UsageException refused = assertThrows(UsageException.class, () -> play.run(wrong, ""));
            String line = wrong + " -> " + refused.getMessage();
            messages.add(line.replace("\n", "\\n").replaceAll("([ x])\\1{9,}", "$1…"));
        }
        Words.assertSame("class", "wrong settings of free play", messages.toString());
        for (PlaySettings good : AT_THE_LIMITS) {
            good.experiment();      // throws nothing
        }
        for (String name : List.of("two\nlines", "x".repeat(61))) {
            Words.assertSame("class", "wrong name in free play",
                    assertThrows(UsageException.class, () -> play.run(pool(4), name)).getMessage());
        }
        Words.assertSame("class", "no such row in free play",
                assertThrows(UsageException.class, () -> play.name(1, "x".repeat(60))).getMessage());
        assertEquals(0, experiments.begun.get(), "experiments that were started");
        assertEquals(List.of(), play.rows());
    }

    /** Requests that wait in the queue make a run long: 1.382 s for each of these users. */
    @Test
    void aRunMayTakeTwoMinutes() throws Exception {
        PlaySettings longest = null;
        PlaySettings tooLong = null;
        for (int users = 1; tooLong == null; users++) {
            PlaySettings settings = new PlaySettings("pool", 1, users, 0, "/meetings", 50, 333, "");
            if (duration(settings).toSeconds() > 120) {
                tooLong = settings;
            } else {
                longest = settings;
            }
        }
        PlaySettings refused = tooLong;
        String why = assertThrows(UsageException.class, () -> play.run(refused, "")).getMessage();
        Words.assertSame("class", "a run of free play that could take too long",
                why.replace(RunObserver.text(duration(refused)), "‹duration›")
                        .replace(RunObserver.text(Duration.ofMinutes(2)), "‹two minutes›"));
        play.run(longest, "x".repeat(60));
        worker.stop();
        awaitIdle();
    }

    private static Duration duration(PlaySettings settings) throws UsageException {
        return ExperimentRunner.longestDuration(settings.experiment(), Policy.CLASS);
    }

    @Test
    void theSettingsBecomeAnExperiment() throws Exception {
        Experiment open = new PlaySettings("pool", 7, 0, 30, "/rpc", 60, 400, " -Xmx1g ").experiment();
        Window window = open.window();
        ServiceTwoSettings two = open.conditions().serviceTwo();
        assertEquals(List.of(8, 5, 5, 1, 60, 400), List.of(window.warmup(), window.seconds(), window.drain(),
                window.repeat(), two.get(Setting.DELAY), two.get(Setting.STAGE_DELAY)));
        assertEquals(List.of("pool-7"), open.contenders().stream().map(Contender::name).toList());
        assertEquals(7, open.contenders().getFirst().option("--threads", 0));
        assertEquals("/rpc", open.loads().getFirst().path());
        assertTrue(open.loads().getFirst().isOpen(), "arrivals at a rate");
        assertEquals(30.0, open.loads().getFirst().amount());
        Experiment closed = loom(20, 0, "/meetings", 50, 333).experiment();
        assertEquals(20, closed.loads().getFirst().users());
        assertEquals(List.of("loom"), closed.contenders().stream().map(Contender::name).toList());
    }

    @Test
    void aFailedRunSaysWhyItWasNotMeasured() throws Exception {
        Run failed = MadeUp.failed("it died").runs().getLast();
        PlayRow row = new PlayRow(1, "", pool(4), failed.predicted(), failed);
        assertEquals(List.of(false, "it died"), List.of(row.isMeasured(), row.failure()));
    }

    private static final List<String> WRONG_FLAGS = List.of("-cp", "evil.jar", "@options", "-javaagent:evil.jar",
            "-Xbootclasspath/a:evil.jar", "-Xlog:gc:file", "-XX:+LogVMOutput", "-XX:+HeapDumpOnOutOfMemoryError",
            "-XX:OnError=reboot", "-XX:OnOutOfMemoryError=1", "-XX:Flags=file", "-XX:VMOptionsFile=1",
            "-XX:ErrorFile=1", "-Dcom.sun.management.jmxremote.port=9999", "-DjdkXpollerMode=1", "-XmxSIZE", "-Xmx");

    @Test
    void theMessageAboutAWrongFlagListsTheAllowedFlags() throws Exception {
        for (String flag : WRONG_FLAGS) {
            String why = assertThrows(UsageException.class, () -> flags("-Xmx1g  " + flag).experiment()).getMessage();
            Words.assertSame("class", "a wrong flag in free play", why.replaceFirst(Pattern.quote(flag), "‹flag›"));
        }
        flags("-Xms64m  -Xmx1g -Xmn32M -Xss512k -XX:-UseParallelGC -XX:+UseZGC").experiment();
        flags("-XX:-UseCompactObjectHeaders -XX:ActiveProcessorCount=1 -Djdk.pollerMode=2").experiment();
        flags("-Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.minRunnable=1").experiment();
    }
}
