package classroom.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import testing.Assertions.Executable;
import testing.Test;

/** What may follow what in a lesson. */
class ProgressTest {
    private static void refused(String why, Executable step) {
        assertContains(why, assertThrows(NotNow.class, step).getMessage());
    }

    private static Progress predicted() throws NotNow {
        return Progress.BEGINNING.predicted(190);
    }

    private static Progress running() throws NotNow {
        return predicted().begun(false);
    }

    private static Progress measured() throws NotNow {
        return running().ended(MadeUp.measured());
    }

    @Test
    void aLessonPassesThroughItsStatesInOrder() throws Exception {
        assertEquals(Progress.State.ASKED, Progress.BEGINNING.state());
        assertEquals(Progress.State.PREDICTED, predicted().state());
        assertEquals(Progress.State.RUNNING, running().state());
        assertEquals(Progress.State.MEASURED, measured().state());
        assertEquals(Progress.State.REVEALED, measured().revealed().state());
        assertEquals(190.0, measured().revealed().prediction(), "it is kept");
    }

    @Test
    void nothingRunsWithoutAPrediction() {
        refused("no prediction", () -> Progress.BEGINNING.begun(false));
        refused("no prediction", () -> Progress.BEGINNING.begun(true));
    }

    @Test
    void aPredictionChangesUntilTheRunHasBegunAndNotAfter() throws Exception {
        assertEquals(200.0, predicted().predicted(200).prediction());
        refused("the run has begun", () -> running().predicted(200));
        refused("the run has begun", () -> measured().predicted(200));
        refused("the run has begun", () -> measured().revealed().predicted(200));
    }

    @Test
    void nothingIsRevealedBeforeItWasMeasured() throws Exception {
        refused("nothing was measured", Progress.BEGINNING::revealed);
        refused("nothing was measured", () -> predicted().revealed());
        refused("nothing was measured", () -> running().revealed());
        refused("nothing was measured", () -> running().failed("died").revealed());
        assertEquals(Progress.State.REVEALED, measured().revealed().revealed().state(), "a second time does no harm");
    }

    @Test
    void aMeasuredLessonRunsAgainOnlyIfThatIsMeant() throws Exception {
        refused("measured already", () -> measured().begun(false));
        refused("measured already", () -> measured().revealed().begun(false));
        assertEquals(Progress.State.RUNNING, measured().revealed().begun(true).state());
        refused("it is running", () -> running().begun(true));
    }

    @Test
    void aStoppedRunLeavesWhatWasBefore() throws Exception {
        assertEquals(predicted(), running().stopped(predicted()), "nothing was measured yet");
        Progress revealed = measured().revealed();
        assertEquals(revealed, revealed.begun(true).stopped(revealed), "an earlier measurement stays");
        Progress failed = running().failed("died");
        assertEquals(predicted(), failed.begun(false).stopped(failed), "a failure is forgotten");
    }

    @Test
    void aFailedRunSaysWhyAndMayBeTriedAgain() throws Exception {
        Progress failed = running().failed("no JMeter");
        assertEquals("no JMeter", failed.failure());
        assertTrue(failed.measured() == null, "nothing to show");
        assertEquals(Progress.State.RUNNING, failed.begun(false).state());
        assertEquals("", failed.predicted(5).failure(), "a new prediction begins anew");
    }
}
