package classroom.web;

import static classroom.Browser.JSON;
import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.Browser;
import classroom.lesson.Lesson;
import classroom.page.Changes;
import classroom.run.FakeExperiments;
import classroom.run.MadeUp;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.RoomAddresses;
import classroom.vote.VoteServer;
import common.json.Json;
import common.json.JsonObject;
import testing.Await;
import testing.Test;
import testing.Words;

class TeacherServerTest implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final String FIRST = "{\"lesson\": 1}";
    private static final List<String> ORDERS =
            List.of("/show", "/predict", "/run", "/stop", "/reveal", "/vote", "/room", "/play", "/name");

    private final FakeExperiments experiments = new FakeExperiments();
    private final Changes changes = experiments.changes();
    private final Worker worker = new Worker(experiments);
    private final List<Lesson> lessons = List.of(MadeUp.lesson(1), MadeUp.lesson(2));
    private final Ballot ballot = new Ballot(changes::announce);
    private final VoteServer room = new VoteServer(LOOPBACK, 0, ballot, new RoomAddresses(LOOPBACK)::places);
    private final TeacherServer server = new TeacherServer(0, session(Optional.of(room)));
    private final Browser page = new Browser(server.address().getPort());
    private final String token =
            page.get("/").replaceFirst("(?s).*<meta name=\"token\" content=\"([0-9a-f-]{36})\".*", "$1");

    TeacherServerTest() throws Exception {
        page.identified("X-Token: " + token);
    }

    private Session session(Optional<VoteServer> voting) {
        return new Session(lessons, 7, worker, ballot, voting);
    }

    @Override
    public void close() {
        worker.stop();
        server.close();
        room.close();
    }

    private void assertPost(int status, String path, String body) throws Exception {
        String answer = page.post(path, body);
        assertEquals(status, Browser.status(answer), path + ' ' + body + ": " + answer);
    }

    private Object state(Object... path) throws Exception {
        return follow(Json.read(Browser.body(page.get("/state"))), path);
    }

    private Object lesson(Object... path) throws Exception {
        return follow(state("lessons", 0), path);
    }

    private static Object follow(Object start, Object... path) {
        Object value = start;
        for (Object step : path) {
            value = value instanceof Map<?, ?> members ? members.get(step) : ((List<?>) value).get((Integer) step);
        }
        return value;
    }

    private void run() throws Exception {
        assertPost(200, "/predict", "{\"lesson\": 1, \"value\": 190}");
        assertPost(200, "/run", FIRST);
        Await.until("the lesson runs", () -> experiments.begun.get() == 1);
    }

    private void awaitIdle() throws Exception {
        Await.until("the worker is idle", () -> worker.busy().isEmpty());
    }

    @Test
    void aLessonHidesItsAnswerUntilTheReveal() throws Exception {
        assertEquals("asked", lesson("state"));
        assertPost(409, "/run", FIRST);
        assertPost(200, "/show", "{\"place\": \"lesson 1\"}");
        run();
        assertPost(409, "/reveal", FIRST);
        assertPost(409, "/predict", "{\"lesson\": 1, \"value\": 20}");
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertEquals("measured", lesson("state"));
        assertSecret(page.get("/state"));
        assertPost(200, "/reveal", FIRST);
        assertEquals(20.0, lesson("reveal", "theory", "value"));
        assertEquals(19.0, lesson("reveal", "measured", "value"));
        assertEquals(190.0, lesson("prediction"));
        assertEquals(List.of("at Route.handle"), lesson("reveal", "results", 1, "trace"));
        assertEquals(null, lesson("reveal", "results", 1, "cpuMicros"),
                "a run of a few seconds is too short to measure CPU time");
        assertEquals(List.of("One waits."), lesson("why", "text"));
        assertEquals(1.0, lesson("why", "write", 0, "number"));
        assertEquals("Make two of one.", lesson("why", "write", 0, "text"));
    }

    private static void assertSecret(String state) {
        for (String secret : List.of("0.05 s", "One waits.", "Make two of one.", "as measured", "results")) {
            assertTrue(!state.contains(secret), secret + " in " + state);
        }
    }

    @Test
    void theClassVotesUntilTheRunBegins() throws Exception {
        Browser student = new Browser(room.address().getPort()).joined(room.code());
        assertEquals(1.0, state("room", "joined"));
        assertEquals(List.of(Map.of("url", room.address().toString(), "networkInterface", "")),
                state("room", "places"));
        assertPost(200, "/address", "{\"url\": \"" + room.address() + "\"}");
        assertPost(409, "/address", "{\"url\": \"http://192.0.2.1/\"}");
        assertEquals(409, student.vote(1, 400), "no lesson is shown yet");
        assertPost(200, "/show", "{\"place\": \"lesson 1\"}");
        assertEquals(200, student.vote(1, 300));
        assertEquals(200, student.vote(1, 400), "a vote may be changed");
        assertPost(200, "/show", "{\"place\": \"lesson 2\"}");
        assertPost(409, "/run", "{\"lesson\": 2}");
        assertEquals(200, student.vote(2, 7), "a refused run does not close the vote");
        assertPost(200, "/show", "{\"place\": \"lesson 1\"}");
        assertEquals(true, lesson("open"));
        assertEquals(null, lesson("prediction"));
        assertPost(200, "/run", FIRST);
        assertEquals(409, student.vote(1, 20), "no vote after the run has begun");
        assertEquals(400.0, lesson("prediction"));
        assertEquals(1.0, lesson("voters"));
        assertPost(409, "/vote", FIRST);
        assertPost(200, "/stop", "{}");
        awaitIdle();
        assertEquals(409, student.vote(1, 20), "the vote stays closed after a stop");
        assertPost(200, "/vote", FIRST);
        assertEquals(200, student.vote(1, 100));
        assertPost(200, "/run", FIRST);
        assertEquals(100.0, lesson("prediction"));
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertPost(409, "/vote", FIRST);
        assertSecret(student.get("/question"));
        assertPost(200, "/reveal", FIRST);
        assertEquals(List.of(Map.of("value", 100.0, "count", 1.0)), lesson("reveal", "votes"));
        assertContains("as measured", student.get("/question"));
        assertEquals(409, student.vote(1, 19));
        assertPost(200, "/run", FIRST.replace("}", ", \"again\": true}"));
        assertEquals(100.0, lesson("prediction"));
    }

    @Test
    void theTeacherSeesManyWrongCodesAndEmptiesTheRoom() throws Exception {
        Browser stranger = new Browser(room.address().getPort());
        for (int i = 1; i < 50; i++) {
            stranger.join("AAAA");
        }
        assertEquals(0.0, state("room", "wrongCodes"));
        stranger.joined(room.code()).join("AAAA");
        assertEquals(50.0, state("room", "wrongCodes"));
        assertPost(200, "/room", "{}");
        assertEquals(List.of(0.0, 0.0), List.of(state("room", "wrongCodes"), state("room", "joined")));
        assertEquals(8, ((String) state("room", "code")).length());
    }

    private static Object version(Browser student) throws Exception {
        return follow(Json.read(Browser.body(student.get("/question"))), "version");
    }

    @Test
    void theVoteStaysOpenWhileAnotherClassMeasures() throws Exception {
        Browser student = new Browser(room.address().getPort()).joined(room.code());
        assertPost(200, "/show", "{\"place\": \"lesson 1\"}");
        student.vote(1, 300);
        experiments.otherMeasurement = "Another program measures on this machine (class-lesson-10, pid 2242)";
        Object before = version(student);
        String refused = page.post("/run", FIRST);
        assertEquals(409, Browser.status(refused));
        Words.assertSame("class", "refused: a run while another program measures",
                ((String) Json.members(Browser.body(refused)).get("error"))
                        .replace(experiments.otherMeasurement, "‹what measures›"));
        assertEquals(before, version(student), "the phones show nothing new");
        assertEquals(200, student.vote(1, 400), "the vote is open");
        experiments.otherMeasurement = "";
        assertPost(200, "/run", FIRST);
        assertEquals(400.0, lesson("prediction"));
    }

    @Test
    void aReloadDuringARunShowsTheRun() throws Exception {
        run();
        assertContains(token, page.get("/"));
        assertEquals("lesson 1", state("busy"));
        assertEquals("warming up", lesson("run", "phase"));
        assertEquals(1.0, lesson("run", "contender"));
        assertTrue((Double) lesson("run", "leftMillis") > 0, "some time is left");
        assertPost(409, "/run", FIRST);
        assertPost(200, "/stop", "{}");
        awaitIdle();
        assertEquals("predicted", lesson("state"));
        assertEquals(1, experiments.interrupted.get());
        assertPost(200, "/stop", "{}");
    }

    @Test
    void allWaitingTabsGetTheChange() throws Exception {
        String waiting = page.request("GET /state?after=" + ((Double) state("version")).longValue(), "", "");
        try (Socket one = page.send(waiting); Socket other = page.send(waiting)) {
            assertPost(200, "/show", "{\"place\": \"lesson 2\"}");
            assertContains("\"show\":\"lesson 2\"", page.answer(one));
            assertContains("\"show\":\"lesson 2\"", page.answer(other));
        }
        String later = page.request("GET /state?after=" + ((Double) state("version")).longValue(), "", "");
        try (Socket last = page.send(later)) {
            state("version");      // the server accepts connections in order, so it has accepted `last`
            server.close();
            Browser.awaitEnd(last);
        }
    }

    @Test
    void freePlayHasARowForEachRun() throws Exception {
        assertPost(200, "/play", """
                {"mode":"loom","threads":0,"users":20,"rate":0,"path":"/rpc","delay":50,"stageDelay":333,"jvm":"",
                "name":"mine"}""");
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertPost(200, "/name", "{\"row\": 1, \"name\": \"ours\"}");
        assertPost(400, "/name", "{\"row\": 1, \"name\": 7}");
        assertPost(400, "/name", "{\"row\": 2}");
        assertPost(200, "/show", "{\"place\": \"free play\"}");
        assertEquals("ours", state("play", "rows", 0, "name"));
        assertEquals(400.0, state("play", "rows", 0, "predicted", "throughput"));
        assertEquals(19.0, state("play", "rows", 0, "measured", "THROUGHPUT"), "the invented measurement");
    }

    @Test
    void unknownValuesAreNull() throws Exception {
        Session alone = session(Optional.empty());
        String state = JsonObject.text(alone.state());
        assertTrue(!state.contains("NaN") && !state.contains("Infinity"), state);
        assertContains("\"prediction\":null", state);
        assertContains("\"room\":null", state);
        alone.show("lesson 1");
        assertContains("\"open\":false", JsonObject.text(alone.state()));
    }

    private static final String[][] REFUSED = {
        {"403", "POST /run", JSON + "Origin: http://evil.example\r\n", FIRST},
        {"403", "POST /run", JSON + "Origin: null\r\n", FIRST},
        {"403", "POST /run", JSON + "Origin: https://127.0.0.1:PORT\r\n", FIRST},
        {"403", "POST /run", JSON + "Origin: http://127.0.0.1:1\r\n", FIRST},
        {"421", "POST /run", JSON + "Host: evil.example\r\n", FIRST},
        {"421", "GET /", "Host: evil.example\r\n", ""},
        {"421", "GET /", "Host: 127.0.0.1.evil.example\r\n", ""},
        {"421", "GET /", "Host: localhost.evil.example:80\r\n", ""},
        {"421", "GET /", "Host: 0.0.0.0\r\n", ""},
        {"421", "GET http://evil.example/", "Host: localhost\r\n", ""},
        {"400", "GET /", "Host: localhost\r\nHost: localhost\r\n", ""},
        {"415", "POST /run", "Content-Type: text/plain\r\n", FIRST},
        {"413", "POST /run", JSON, "{\"lesson\": 1, \"name\": \"" + "x".repeat(2_048) + "\"}"},
        {"400", "POST /run", JSON, "[]"},
        {"400", "POST /run", JSON, "{"},
        {"400", "POST /run", JSON, "{}"},
        {"400", "POST /run", JSON, "{\"lesson\": \"1\"}"},
        {"400", "POST /run", JSON, "{\"lesson\": 1.5}"},
        {"400", "POST /run", JSON, "{\"lesson\": 1e99}"},
        {"400", "POST /run", JSON, "{\"lesson\": 1, \"again\": 1}"},
        {"400", "POST /run", JSON, "{\"lesson\": 99}"},
        {"400", "GET /state?after=x", "", ""},
        {"404", "GET /vote.html", "", ""},
        {"404", "GET /../run.sh", "", ""}};

    @Test
    void requestsThatDoNotComeFromThePageAreRefused() throws Exception {
        // Lesson 1 has a prediction, so an accepted request would run the lesson.
        assertPost(200, "/predict", "{\"lesson\": 1, \"value\": 190}");
        Words.assertSame("class", "what the teacher's server refuses", page.assertRefused(REFUSED));
        for (String path : List.of("/", "/state", "/live")) {
            page.assertRefused(new String[][] {{"405", "POST " + path, JSON, "{}"}});
        }
        for (String path : ORDERS) {
            page.assertRefused(new String[][] {{"405", "GET " + path, "", ""}});
            for (String wrong : List.of("X-Nothing: 0", "X-Token: " + UUID.randomUUID())) {
                Browser stranger = new Browser(server.address().getPort()).identified(wrong);
                Words.assertSame("class", "what the teacher's server refuses without its token",
                        stranger.assertRefused(new String[][] {{"403", "POST " + path, JSON, FIRST}})
                                .replace(path, "/‹order›"));
            }
        }
        assertEquals(0, experiments.begun.get(), "experiments that were started");
        try (TeacherServer other = new TeacherServer(0, session(Optional.empty()))) {
            assertTrue(!new Browser(other.address().getPort()).get("/").contains(token),
                    "each start makes its own token");
        }
    }
}
