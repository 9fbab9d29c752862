package classroom.web;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import classroom.run.Experiments.Measured;
import classroom.run.FakeExperiments;
import classroom.run.MadeUp;
import classroom.run.PlaySettings;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.RoomAddresses;
import classroom.vote.VoteServer;
import common.http.PageServer.Refusal;
import common.json.Json;
import common.json.JsonObject;
import common.mode.Mode;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.Doctored;
import lab.judge.Findings;
import lab.judge.Rule;
import testing.Await;
import testing.Test;
import testing.Words;

/** What the page gets, without the server. */
class SessionTest implements AutoCloseable {
    private static final Load LOAD = Load.closed("/rpc", 20);
    private static final PlaySettings FREE = new PlaySettings("loom", 0, 20, 0, "/rpc", 50, 333, "-Xmx1g");

    private final FakeExperiments experiments = new FakeExperiments();
    private final Changes changes = experiments.changes();
    private final Worker worker = new Worker(experiments);
    private final Ballot ballot = new Ballot(changes::announce);
    private final Session session = session(Optional.empty());

    SessionTest() throws Exception {
    }

    private Session session(Optional<VoteServer> room) throws Exception {
        return new Session(List.of(MadeUp.lesson(1), MadeUp.lesson(2)), 7, worker, ballot, room);
    }

    @Override
    public void close() {
        worker.stop();
    }

    private void awaitIdle() throws Exception {
        Await.until("the worker is idle", () -> worker.busy().isEmpty());
    }

    private void measure(Session session, Measured measured) throws Exception {
        session.course().predict(1, 190);
        session.run(1, false);
        experiments.end(measured);
        awaitIdle();
        session.reveal(1);
    }

    /** Each list has a line of its own, and a line for each element. */
    private static String lines(String json) {
        return json.replace("\n", "").replaceAll("([\\[,])(?=\\{)", "$1\n");
    }

    @Test
    void thePageGetsTheWholeState() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (VoteServer room = new VoteServer(loopback, 0, ballot, new RoomAddresses(loopback)::places)) {
            Session voting = session(Optional.of(room));
            voting.show("lesson 1");
            measure(voting, MadeUp.measured());
            voting.play().run(FREE, "mine");
            experiments.end(MadeUp.measured());
            awaitIdle();
            voting.play().run(FREE, "died");
            experiments.end(new IOException("it died"));
            awaitIdle();
            voting.play().run(FREE, "runs");
            Await.until("the run is on its way", () -> worker.position().phase().equals("warming up"));
            String modes = JsonObject.text(Stream.of(Mode.values()).map(Session::mode).toList()).strip();
            String state = JsonObject.text(voting.state()).replace(modes, "\"‹modes›\"")
                    .replace(JsonObject.text(room.qrCode()).strip(), "\"‹QR code›\"")
                    .replace('"' + room.code() + '"', "\"‹code›\"")
                    .replace(room.address().toString(), "‹address›")
                    .replaceFirst("\"version\":\\d+", "\"version\":‹n›")
                    .replaceFirst("\"until\":\\d+", "\"until\":‹time›")
                    .replaceFirst("\"leftMillis\":\\d+", "\"leftMillis\":‹time›")
                    .replaceFirst("\"cores\":\\d+", "\"cores\":‹n›");
            Words.assertSame("class", "the page's state", lines(state));
        }
    }

    private List<String> figures(Run run, String... names) throws Exception {
        measure(session, new Measured(List.of(run), Map.of()));
        Map<?, ?> lesson = (Map<?, ?>) ((List<?>) Json.members(JsonObject.text(session.state())).get("lessons"))
                .getFirst();
        Map<?, ?> result = (Map<?, ?>) ((List<?>) ((Map<?, ?>) lesson.get("reveal")).get("results")).getFirst();
        return Stream.of(names).map(name -> name + " " + result.get(name)).toList();
    }

    private static Doctored run() {
        return Doctored.run("pool-1", LOAD, 1, 19);
    }

    /** Two seconds of CPU time, less 0.1 s of the compiler's, for 190 answers. */
    @Test
    void aRunWhoseLimitAreTheCoresShowsItsCpuTime() throws Exception {
        assertEquals(List.of("CPU_PER_REQUEST 10000.0"),
                figures(run().with(Prediction.CPU_BOUND).run(), "CPU_PER_REQUEST"));
    }

    @Test
    void cpuTimeOfCompilingCodeIsNotShown() throws Exception {
        Run cold = run().with(Prediction.CPU_BOUND).with(new Run.Compilation(9, 4, 0.02, 0.05, 0.01)).run();
        assertTrue(Rule.COLD.isBroken(cold) && Findings.of(cold).isValid(), "not warm, but valid");
        assertEquals(List.of("CPU_PER_REQUEST null"), figures(cold, "CPU_PER_REQUEST"));
    }

    @Test
    void cpuTimeOfAnInvalidRunIsNotShown() throws Exception {
        Run failing = run().with(Prediction.CPU_BOUND).failed(100).run();
        assertTrue(!Findings.of(failing).isValid() && !Rule.COLD.isBroken(failing), "warm, but invalid");
        assertEquals(List.of("CPU_PER_REQUEST null", "failed 100.0"), figures(failing, "CPU_PER_REQUEST", "failed"));
    }

    @Test
    void aRunWithoutAnswersHasNoLatency() throws Exception {
        Run silent = run().throughput(0).failed(50).run();
        assertEquals(List.of("THROUGHPUT 0.0", "P50 null", "P99 null", "MEAN null", "RSS 200.0",
                "inFlight 0.0", "failed 50.0", "seconds []"), figures(silent, "THROUGHPUT", "P50", "P99",
                "MEAN", "RSS", "inFlight", "failed", "seconds"));
    }

    @Test
    void latenciesAreShownFromTheLoadsBeginOn() throws Exception {
        List<String> seconds = figures(run().latency(400).run(), "seconds");
        Words.assertSame("class", "latencies of a run's requests by the second in which they were sent",
                seconds.getFirst());
    }

    private static String findings(Run run) {
        return Findings.of(run).all().stream().map(finding -> "{\"text\":"
                + JsonObject.text(finding.text()).strip() + ",\"invalidates\":" + (finding.rule() == Rule.FAILURES)
                + '}').collect(Collectors.joining(",", "\"findings\":[", "]"));
    }

    private String state() {
        return JsonObject.text(session.state()).replace("\n", "");
    }

    @Test
    void findingsSayWhetherTheyMakeARunInvalid() throws Exception {
        Run busy = MadeUp.busy();
        Run failing = Doctored.run("loom", LOAD, 1, 390).failed(100).run();
        measure(session, new Measured(List.of(busy, failing), Map.of()));
        assertContains(findings(busy), state());
        assertContains(findings(failing), state());
        assertContains("\"doubt\":" + JsonObject.text(Findings.of(failing).doubt().orElseThrow()).strip(), state());
    }

    @Test
    void anImpossibleRunSaysSo() throws Exception {
        Run fast = run().with(new Prediction(10, 2, 20, Limit.USERS)).run();
        assertEquals(List.of("impossible " + Findings.of(fast).impossible().orElseThrow()),
                figures(fast, "impossible"));
    }

    @Test
    void aRefusedRunLeavesTheVoteAsItWas() throws Exception {
        session.show("lesson 1");
        assertThrows(Refusal.class, () -> session.run(1, false));
        assertTrue(ballot.isOpen(1), "the vote was open");
        ballot.close(new Ballot.Question(1, "", "", "", MadeUp.lesson(1).asks()));
        assertThrows(Refusal.class, () -> session.run(1, false));
        assertTrue(!ballot.isOpen(1), "the vote was closed");
    }

    @Test
    void thePicturesAreThoseOfTheShownLesson() throws Exception {
        assertEquals("{}", session.lanes());
        assertEquals("{\"of\":\"\",\"pictures\":[]}", JsonObject.text(session.live()).strip());
        session.course().predict(1, 190);
        session.run(1, false);
        assertEquals("{}", session.lanes());
        session.show("lesson 1");
        assertEquals("{\"of\":\"lesson 1\",\"pictures\":[]}", JsonObject.text(session.live()).strip());
        assertContains("\"answers\":[]", session.lanes());
    }

    @Test
    void theClassThatDoesNotVoteHasNoRoomToEmpty() throws Exception {
        Words.assertSame("class", "refused: emptying the room of a class that does not vote",
                assertThrows(Refusal.class, session::voting).getMessage());
    }

    @Test
    void aVoteOpensAgainOnlyBeforeTheRun() throws Exception {
        session.reopen(1);
        assertTrue(session.ballot().isOpen(1), "before the run");
        measure(session, MadeUp.measured());
        Refusal refused = assertThrows(Refusal.class, () -> session.reopen(1));
        assertEquals(409, refused.status());
        Words.assertSame("class", "refused: a vote after the run has begun", refused.getMessage());
    }
}
