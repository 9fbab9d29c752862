package classroom.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.lesson.Lesson;
import classroom.page.Changes;
import classroom.run.Course.Progress.State;
import classroom.run.Course.Progress;
import common.commandline.UsageException;
import common.http.PageServer.Refusal;
import common.http.PageServer;
import testing.Assertions.Executable;
import testing.Await;
import testing.Test;
import testing.Words;

class CourseTest {
    private final FakeExperiments experiments = new FakeExperiments();
    private final Changes changes = experiments.changes();
    private final Worker worker = new Worker(experiments);
    private final Lesson first = MadeUp.lesson(1);
    private final Course course = new Course(List.of(first, MadeUp.lesson(2)), worker);

    CourseTest() throws Exception {
    }

    private void awaitIdle() throws Exception {
        Await.until("the worker is idle", () -> worker.busy().isEmpty());
    }

    private void assertRunEnds(Object outcome, State state, String failure) throws Exception {
        course.run(1, false, OptionalDouble.empty());
        experiments.end(outcome);
        awaitIdle();
        assertEquals(state, course.progress(first).state());
        assertEquals(failure, course.progress(first).failure());
    }

    private static void assertRefused(String what, Executable step) throws Exception {
        Refusal refused = assertThrows(Refusal.class, step);
        assertEquals(409, refused.status(), what);
        Words.assertSame("class", "refused: " + what, refused.getMessage());
    }

    @Test
    void lessonsRunOneAtATimeAndCanRunAgainAfterAFailure() throws Exception {
        course.predict(1, 190);
        course.predict(2, 5);
        assertRunEnds(new IOException("no JMeter"), State.FAILED, "no JMeter");
        assertRunEnds(new OutOfMemoryError("no thread"), State.FAILED, "java.lang.OutOfMemoryError: no thread");
        assertRunEnds(MadeUp.failed("loom exited with code 3"), State.FAILED, "loom exited with code 3");
        course.run(1, false, OptionalDouble.empty());
        assertEquals(State.RUNNING, course.progress(first).state());
        Await.until("the worker reports its position", () -> worker.position().phase().equals("warming up"));
        assertRefused("a run while another one is running", () -> course.run(2, false, OptionalDouble.empty()));
        assertEquals(State.PREDICTED, course.progress(course.lesson(2)).state());
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertEquals(State.MEASURED, course.progress(first).state());
        assertEquals(2, course.progress(first).measured().runs().size());
        assertEquals(4, experiments.begun.get());
    }

    /** As in a real run, the work fails a moment after the interrupt. */
    @Test
    void closingStopsTheRunAndAwaitsItsEnd() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicReference<String> end = new AtomicReference<>("done");
        experiments.afterInterrupt = () -> {
            mayEnd.await();
            throw new IOException("channel closed");
        };
        worker.begin("work", first.experiment(), false, _ -> end.set("ended"), () -> end.set("stopped"), end::set);
        FutureTask<Void> close = new FutureTask<>(() -> {
            worker.close();
            return null;
        });
        Thread closing = Thread.ofPlatform().start(close);
        Await.until("close() waits", () -> closing.getState() == Thread.State.WAITING || close.isDone());
        assertEquals("work", worker.busy());
        mayEnd.countDown();
        close.get();
        assertEquals("", worker.busy());
        assertEquals("stopped", end.get());
        course.predict(1, 190);
        assertRefused("a run while the class ends", () -> course.run(1, false, OptionalDouble.empty()));
        assertEquals(State.PREDICTED, course.progress(first).state());
    }

    @Test
    void impossiblePredictionsAreRefused() throws Exception {
        for (double value : new double[] {-1, 1_001, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertWrong("a prediction that is no such number", () -> course.predict(1, value));
        }
        assertWrong("a prediction that is no choice", () -> choosing().predict(3, 2));
        assertWrong("a prediction for no lesson", () -> course.predict(3, 1));
        assertWrong("a place that does not exist", () -> course.show("lesson 3"));
        assertEquals(State.ASKED, course.progress(first).state());
        course.predict(1, 0);
        course.predict(1, 1_000);
        assertEquals(1_000.0, course.progress(first).prediction());
    }

    private Course choosing() throws Exception {
        return new Course(List.of(MadeUp.choice(3)), worker);
    }

    private static void assertWrong(String what, Executable step) throws Exception {
        Words.assertSame("class", "wrong: " + what, assertThrows(UsageException.class, step).getMessage());
    }

    @Test
    void eachStepIsANewVersion() throws Exception {
        long before = changes.version();
        course.show("lesson 1");
        course.predict(1, 190);
        assertEquals(before + 2, changes.version());
        course.run(1, false, OptionalDouble.empty());
        experiments.end(MadeUp.measured());
        awaitIdle();
        long idle = changes.version();
        assertEquals(before + 7, idle, "begun twice, position, ended, idle");
        course.reveal(1);
        assertEquals(idle + 1, changes.version());
        assertEquals(State.REVEALED, course.progress(first).state());
    }

    @Test
    void aVoteIsThePredictionOfTheRun() throws Exception {
        course.run(1, false, OptionalDouble.of(300));
        assertEquals(300.0, course.progress(first).prediction());
        experiments.end(MadeUp.measured());
        awaitIdle();
        assertEquals(300.0, course.progress(first).prediction());
    }

    /** The arrow keys step through the places, so their order counts. */
    @Test
    void thePageHasTheSamePlacesAsTheServer() throws Exception {
        String places = PageServer.resource("/classroom/page.js").split("const PLACES = ")[1].split("};")[0];
        assertEquals(Course.PLACES, Pattern.compile("'([a-z ]+)': \\{").matcher(places).results()
                .map(place -> place.group(1)).toList());
        for (String place : Course.PLACES) {
            course.show(place);
            assertEquals(place, course.shown());
            assertTrue(course.shownLesson().isEmpty(), place);
        }
        course.show("lesson 2");
        assertEquals(2, course.shownLesson().orElseThrow().id());
    }

    @Test
    void theStepsOfALessonHaveAnOrder() throws Exception {
        Progress predicted = Progress.BEGINNING.predicted(190);
        Progress running = predicted.begun(false);
        Progress failed = running.failed("died");
        Progress measured = running.ended(MadeUp.measured());
        Progress revealed = measured.revealed();
        for (Progress early : List.of(Progress.BEGINNING, predicted, running, failed)) {
            assertRefused("a reveal without a measurement", early::revealed);
        }
        for (Progress late : List.of(running, measured, revealed)) {
            assertRefused("another prediction after the run has begun", () -> late.predicted(200));
        }
        assertRefused("a run without a prediction", () -> Progress.BEGINNING.begun(true));
        assertRefused("a second run of a lesson that is running", () -> running.begun(true));
        assertRefused("a second run of a lesson that was measured", () -> measured.begun(false));
        assertRefused("a second run of a lesson that was measured", () -> revealed.begun(false));
        assertEquals(State.RUNNING, revealed.begun(true).state(), "a measured lesson runs again on request");
        assertEquals(State.RUNNING, failed.begun(false).state(), "a lesson can run again after a failure");
        assertEquals(190.0, revealed.revealed().prediction(), "a second reveal does no harm");
        assertEquals("", failed.predicted(5).failure(), "a new prediction removes the failure");
        assertTrue(failed.measured() == null, "a failed run has no measurement");
        assertEquals(predicted, running.stopped(predicted), "a stopped run changes nothing");
        assertEquals(revealed, revealed.begun(true).stopped(revealed), "an earlier measurement stays");
        assertEquals(predicted, failed.begun(false).stopped(failed), "a stopped run removes an earlier failure");
    }
}
