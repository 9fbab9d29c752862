package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import classroom.lesson.Lesson;
import classroom.run.Course.Progress.State;
import classroom.run.Course.Progress;
import common.commandline.CommandLine.UsageException;
import common.http.Changes;
import common.http.PageServer.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import testing.Assertions.Executable;
import testing.Await;
import testing.Test;

/** Lessons that run, without any program. */
class CourseTest {
    private final Changes changes = new Changes();
    private final Worker worker = new Worker(changes);
    private final FakeExperiments experiments = new FakeExperiments();
    private final Lesson first = MadeUp.lesson(1);
    private final Course course = new Course(List.of(first, MadeUp.lesson(2)), experiments, worker, changes);
    private final AtomicReference<String> end = new AtomicReference<>("done");

    CourseTest() throws Exception {
    }

    private void run() throws Exception {
        course.predict(1, 190);
        course.run(1, false);
        Await.until("it runs", () -> experiments.begun() == 1);
    }

    private void awaitEnd(State state) throws Exception {
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
        assertEquals(state, course.progress(first).state());
    }

    private void begin(Worker.Work work) throws Exception {
        worker.begin("work", Duration.ZERO, work, () -> end.set("stopped"), end::set);
    }

    @Test
    void oneThingRunsAtATimeAndIsMeasured() throws Exception {
        run();
        assertEquals(State.RUNNING, course.progress(first).state());
        assertEquals("warming up", worker.position().phase());
        course.predict(2, 5);
        refused("lesson 1 is running", () -> course.run(2, false));
        assertEquals(State.PREDICTED, course.progress(course.lesson(2)).state());
        experiments.finish(MadeUp.measured());
        awaitEnd(State.MEASURED);
        assertEquals(2, course.progress(first).measured().runs().size());
        assertEquals(1, experiments.begun());
    }

    @Test
    void aRunThatFailsSaysWhyAndMayBeTriedAgain() throws Exception {
        run();
        experiments.fail(new IOException("no JMeter, and no network to fetch it"));
        awaitEnd(State.FAILED);
        assertEquals("no JMeter, and no network to fetch it", course.progress(first).failure());
        course.run(1, false);
        experiments.finish(MadeUp.failed("while measuring, loom exited with code 3"));
        awaitEnd(State.FAILED);
        assertEquals("while measuring, loom exited with code 3", course.progress(first).failure());
    }

    @Test
    void anErrorFailsTheWorkToo() throws Exception {
        begin((_, _) -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
        assertContains("unable to create native thread", end.get());
    }

    @Test
    void whatAnInterruptBreaksOffIsStoppedHoweverItFails() throws Exception {
        begin((_, _) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                throw new IOException("channel closed", e);
            }
        });
        worker.close();
        assertEquals("stopped", end.get());
    }

    @Test
    void closingStopsTheRunWaitsForItsEndAndRefusesOthers() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        begin((_, _) -> awaitDespiteInterrupt(mayEnd));
        Thread closing = Thread.ofPlatform().start(() -> {
            try {
                worker.close();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Await.until("it waits", () -> closing.getState() == Thread.State.WAITING);
        mayEnd.countDown();
        closing.join();
        assertEquals("", worker.busy());
        course.predict(1, 190);
        refused("ending", () -> course.run(1, false));
        assertEquals(State.PREDICTED, course.progress(first).state());
    }

    /** As programs do that take a moment to end. */
    private static void awaitDespiteInterrupt(CountDownLatch latch) throws InterruptedException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            latch.await();
            throw e;
        }
    }

    @Test
    void whatIsNoPredictionIsRefused() throws Exception {
        for (double value : new double[] {-1, 1_001, Double.NaN, Double.POSITIVE_INFINITY}) {
            UsageException refused = assertThrows(UsageException.class, () -> course.predict(1, value));
            assertContains("from 0 to 1,000 requests/s", refused.getMessage());
        }
        assertContains("no lesson 3", assertThrows(UsageException.class, () -> course.predict(3, 1)).getMessage());
        assertContains("no lesson 13", assertThrows(UsageException.class, () -> course.show(13)).getMessage());
        assertEquals(State.ASKED, course.progress(first).state());
    }

    private static void refused(String why, Executable step) {
        assertContains(why, assertThrows(Refusal.class, step).getMessage());
    }

    @Test
    void whatMayFollowWhatInALesson() throws Exception {
        Progress predicted = Progress.BEGINNING.predicted(190);
        Progress running = predicted.begun(false);
        Progress failed = running.failed("died");
        Progress measured = running.ended(MadeUp.measured());
        Progress revealed = measured.revealed();
        for (Progress early : List.of(Progress.BEGINNING, predicted, running, failed)) {
            refused("nothing was measured", early::revealed);
        }
        for (Progress late : List.of(running, measured, revealed)) {
            refused("the run has begun", () -> late.predicted(200));
        }
        refused("no prediction", () -> Progress.BEGINNING.begun(true));
        refused("it is running", () -> running.begun(true));
        refused("measured already", () -> measured.begun(false));
        refused("measured already", () -> revealed.begun(false));
        assertEquals(State.RUNNING, revealed.begun(true).state(), "again, if that is meant");
        assertEquals(State.RUNNING, failed.begun(false).state());
        assertEquals(190.0, revealed.revealed().prediction(), "revealed twice does no harm");
        assertEquals("", failed.predicted(5).failure(), "a new prediction begins anew");
        assertTrue(failed.measured() == null, "nothing to show");
        assertEquals(predicted, running.stopped(predicted), "as it was before");
        assertEquals(revealed, revealed.begun(true).stopped(revealed), "an earlier measurement stays");
        assertEquals(predicted, failed.begun(false).stopped(failed), "a failure is forgotten");
    }
}
