package lab.run;

import static testing.Assertions.assertEquals;

import java.util.List;
import lab.Doctored;
import lab.define.Load;
import lab.define.Prediction;
import lab.results.Run;
import testing.Test;

class RerunsTest {
    private static final Load LOAD = Load.closed("/meetings", 1000);
    private static final Run GOOD = Doctored.run("loom", LOAD, 1, 950).run();
    private static final Run ERRORS = Doctored.run("pool", LOAD, 1, 950).failed(500).run();
    private static final Run TOO_FEW_USERS = Doctored.run("pool", LOAD, 1, 950).latency(900).run();
    private static final Run DISTURBED = Doctored.run("pool", LOAD, 1, 300).machine(19, 0, 0).growth(0.5).run();
    private static final Run DIED = Run.failed("pool", LOAD, 1, Prediction.NONE, "died");

    private Reruns reruns = new Reruns(3, _ -> false);

    private void assertNeeded(boolean expected, boolean isRerun, Run... round) {
        assertEquals(expected, reruns.isNeeded(List.of(round), isRerun));
    }

    @Test
    void aRoundIsRunAgainIfItsWorkOrLoadWasNotAsStated() {
        assertNeeded(false, false, GOOD, DISTURBED);
        assertNeeded(true, false, GOOD, ERRORS);
        assertNeeded(false, true, GOOD, ERRORS);
        assertNeeded(false, false, GOOD, ERRORS);      // who breaks a rule again has no more reruns
        assertNeeded(true, false, GOOD, TOO_FEW_USERS);      // another rule
        assertNeeded(false, true, GOOD, GOOD);
        assertNeeded(true, false, GOOD, TOO_FEW_USERS);      // its rerun had been right
        reruns = new Reruns(1, _ -> false);
        assertNeeded(true, false, DIED);
        assertNeeded(false, true, TOO_FEW_USERS);      // no more rounds than were asked for
        reruns = new Reruns(1, run -> run.contender().equals("pool"));
        assertNeeded(false, false, DIED);      // hopeless
    }
}
