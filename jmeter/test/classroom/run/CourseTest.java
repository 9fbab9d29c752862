package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import classroom.http.Changes;
import classroom.lesson.Lesson;
import classroom.run.Progress.State;
import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import testing.Await;
import testing.Test;

/** Lessons that run, without any program. */
class CourseTest {
    private final Changes changes = new Changes();
    private final Worker worker = new Worker(changes);
    private final FakeExperiments experiments = new FakeExperiments();
    private final Lesson first = MadeUp.lesson(1);
    private final Course course = new Course(List.of(first, MadeUp.lesson(2)), experiments, worker, changes);

    CourseTest() throws Exception {
    }

    private void run() throws Exception {
        course.predict(1, 190);
        course.run(1, false);
        Await.until("it runs", () -> experiments.begun() == 1);
    }

    private Progress progress() {
        return course.progress(first);
    }

    private void awaitEnd(State state) throws Exception {
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
        assertEquals(state, progress().state());
    }

    @Test
    void aRunThatEndsIsMeasured() throws Exception {
        run();
        assertEquals(State.RUNNING, progress().state());
        assertEquals("warming up", worker.position().phase());
        assertEquals("lesson 1", worker.busy());
        experiments.finish(MadeUp.measured());
        awaitEnd(State.MEASURED);
        assertEquals(2, progress().measured().runs().size());
    }

    @Test
    void oneThingRunsAtATime() throws Exception {
        run();
        course.predict(2, 5);
        NotNow refused = assertThrows(NotNow.class, () -> course.run(2, false));
        assertContains("lesson 1 is running", refused.getMessage());
        assertEquals(State.PREDICTED, course.progress(course.lesson(2)).state());
        worker.close();
        assertEquals(1, experiments.begun());
    }

    @Test
    void aStoppedRunGoesBackToItsPrediction() throws Exception {
        run();
        worker.stop();
        awaitEnd(State.PREDICTED);
        assertEquals(190.0, progress().prediction());
        assertEquals(1, experiments.interrupted());
    }

    @Test
    void whatAnInterruptBreaksOffIsStoppedHoweverItFails() throws Exception {
        AtomicReference<Worker.End> end = new AtomicReference<>();
        worker.begin("work", name -> name, Duration.ZERO, (_, _) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                throw new IOException("channel closed", e);
            }
        }, end::set);
        worker.close();
        assertEquals(new Worker.End(Worker.How.STOPPED, ""), end.get());
    }

    @Test
    void aRunThatFailsSaysWhy() throws Exception {
        run();
        experiments.fail(new IOException("no JMeter, and no network to fetch it"));
        awaitEnd(State.FAILED);
        assertEquals("no JMeter, and no network to fetch it", progress().failure());
    }

    @Test
    void anErrorFailsTheRunToo() throws Exception {
        AtomicReference<Worker.End> end = new AtomicReference<>();
        worker.begin("work", name -> name, Duration.ZERO, (_, _) -> {
            throw new OutOfMemoryError("unable to create native thread");
        }, end::set);
        Await.until("nothing is done any more", () -> worker.busy().isEmpty());
        assertEquals(Worker.How.FAILED, end.get().how());
        assertContains("unable to create native thread", end.get().why());
    }

    @Test
    void aContenderThatDiedFailsTheRun() throws Exception {
        run();
        experiments.finish(MadeUp.failed("while measuring, loom exited with code 3"));
        awaitEnd(State.FAILED);
        assertEquals("while measuring, loom exited with code 3", progress().failure());
        course.run(1, false);
        experiments.finish(MadeUp.measured());
        awaitEnd(State.MEASURED);
    }

    @Test
    void closingWaitsForTheRunsEndAndRefusesOthers() throws Exception {
        run();
        worker.close();
        assertEquals(1, experiments.interrupted());
        assertEquals(State.PREDICTED, progress().state());
        assertContains("ending", assertThrows(NotNow.class, () -> course.run(1, false)).getMessage());
    }

    @Test
    void closingReturnsWhenTheWorkHasEndedAndNotBefore() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        worker.begin("work", name -> name, Duration.ZERO, (_, _) -> awaitDespiteInterrupt(mayEnd), _ -> { });
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
        assertEquals(State.ASKED, progress().state());
    }

    @Test
    void whoWaitsForNewsHearsOfEachChange() throws Exception {
        long before = changes.version();
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                changes.await(before, 60_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Await.until("it waits", () -> waiting.getState() == Thread.State.TIMED_WAITING);
        course.show(2);
        Await.until("it was told", () -> !waiting.isAlive());
        assertEquals(2, course.shown());
    }
}
