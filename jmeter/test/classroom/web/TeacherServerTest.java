package classroom.web;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.run.MadeUp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import testing.Await;
import testing.Test;

/** A lesson from question to reveal, as the page sees it. */
class TeacherServerTest implements AutoCloseable {
    private static final String FIRST = "{\"lesson\": 1}";

    private final TeacherPage page = new TeacherPage();

    TeacherServerTest() throws Exception {
    }

    @Override
    public void close() {
        page.close();
    }

    private void run() throws Exception {
        assertEquals(200, page.tell("/predict", "{\"lesson\": 1, \"value\": 190}").statusCode());
        assertEquals(200, page.tell("/run", FIRST).statusCode());
        Await.until("it runs", () -> page.experiments.begun() == 1);
    }

    @Test
    void aLessonGoesFromQuestionToRevealAndNothingTellsTheAnswerBefore() throws Exception {
        assertEquals("asked", page.lesson().get("state"));
        assertEquals(409, page.tell("/run", FIRST).statusCode(), "without a prediction");
        run();
        assertEquals(409, page.tell("/reveal", FIRST).statusCode(), "before it was measured");
        assertEquals(409, page.tell("/predict", "{\"lesson\": 1, \"value\": 20}").statusCode(), "after it has begun");
        page.experiments.finish(MadeUp.measured());
        page.awaitIdle();
        assertEquals("measured", page.lesson().get("state"));
        String state = page.get("/state").body();
        for (String secret : List.of("0.05 s", "One waits.", "as measured", "390")) {
            assertTrue(!state.contains(secret), secret + " in " + state);
        }
        assertEquals(200, page.tell("/reveal", FIRST).statusCode());
        Map<?, ?> lesson = page.lesson();
        Map<?, ?> reveal = (Map<?, ?>) lesson.get("reveal");
        assertEquals(20.0, ((Map<?, ?>) reveal.get("theory")).get("value"));
        assertEquals(19.0, ((Map<?, ?>) reveal.get("measured")).get("value"));
        assertEquals(190.0, lesson.get("prediction"));
        Map<?, ?> loom = (Map<?, ?>) ((List<?>) reveal.get("results")).get(1);
        assertEquals(List.of("at Route.handle"), loom.get("trace"));
        assertEquals(List.of("One waits."), ((Map<?, ?>) lesson.get("why")).get("text"));
    }

    @Test
    void aReloadInTheMiddleOfARunShowsTheRunAndStopKeepsThePrediction() throws Exception {
        run();
        assertContains(page.token, page.get("/").body());
        assertEquals("lesson 1", page.state().get("busy"));
        Map<?, ?> run = (Map<?, ?>) page.lesson().get("run");
        assertEquals("warming up", run.get("phase"));
        assertEquals(1.0, run.get("contender"));
        assertTrue((Double) run.get("leftMillis") > 0, "some time is left");
        assertEquals(409, page.tell("/run", FIRST).statusCode(), "it is on for every tab");
        assertEquals(200, page.tell("/stop", "{}").statusCode());
        page.awaitIdle();
        assertEquals("predicted", page.lesson().get("state"));
        assertEquals(1, page.experiments.interrupted());
        assertEquals(200, page.tell("/stop", "{}").statusCode(), "where nothing runs it does no harm");
    }

    @Test
    void twoTabsShowTheSameAndAreToldAtOnce() throws Exception {
        long version = ((Double) page.state().get("version")).longValue();
        CompletableFuture<HttpResponse<String>> first = page.getLater("/state?after=" + version);
        CompletableFuture<HttpResponse<String>> second = page.getLater("/state?after=" + version);
        page.tell("/show", "{\"lesson\": 2}");
        assertContains("\"show\":2", first.join().body());
        assertContains("\"show\":2", second.join().body());
    }

    @Test
    void freePlayIsExported() throws Exception {
        assertEquals(409, page.get("/play.csv").statusCode(), "no row yet");
        HttpResponse<String> answer = page.tell("/play", """
                {"mode":"loom","threads":0,"users":20,"rate":0,"path":"/rpc","delay":50,"stageDelay":333,"jvm":"",
                "name":"mine"}""");
        assertEquals(200, answer.statusCode(), answer.body());
        page.experiments.finish(MadeUp.measured());
        page.awaitIdle();
        assertEquals(200, page.tell("/name", "{\"row\": 1, \"name\": \"ours\"}").statusCode());
        assertContains("1,ours,loom,0,20,0,/rpc,50,333,", page.get("/play.csv").body());
        assertContains("contender.loom = loom\n", page.get("/play.experiment").body());
        Map<?, ?> row = (Map<?, ?>) ((List<?>) ((Map<?, ?>) page.state().get("play")).get("rows")).getFirst();
        assertEquals(400.0, ((Map<?, ?>) row.get("predicted")).get("throughput"));
        assertEquals(19.0, ((Map<?, ?>) row.get("measured")).get("throughput"), "as made up");
    }

    @Test
    void whatIsNotKnownIsNull() throws Exception {
        String state = page.get("/state").body();
        assertTrue(!state.contains("NaN") && !state.contains("Infinity"), state);
        assertContains("\"prediction\":null", state);
        assertContains("\"vote\":null", state);
        assertEquals(409, page.tell("/vote", "{\"open\": true}").statusCode(), "nobody votes without --bind");
    }
}
