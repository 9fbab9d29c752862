package lab.run;

import static testing.Assertions.assertEquals;

import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import testing.Test;

/** A load in quick motion. */
class PaceTest {
    private static Pace of(String contender, Load load, double inFlight, String limit, String keys) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 1\ncontender.a = " + contender + "\n" + keys,
                Map.of());
        return Pace.of(experiment, load, new Prediction(1, 1, inFlight, limit));
    }

    @Test
    void asManyConnectionsAsUsersUpToALimit() throws Exception {
        assertEquals(new Pace(100, 5, false), of("loom", Load.closed("/meetings", 100), 100, "users", ""),
                "100 / 20 ms = 5,000/s");
        assertEquals(new Pace(256, 12, false), of("async", Load.closed("/meetings", 4_000), 4_000, "users", ""));
        assertEquals(new Pace(4, 1, false), of("loom", Load.closed("/rpc", 4), 4, "users", ""), "a millisecond");
        assertEquals(new Pace(50, 2, false), of("command: x {port}", Load.closed("/x", 50), Double.NaN, "", ""));
        assertEquals(new Pace(150, 7, true), of("loom", Load.open("/meetings", 150), 157, "arrivals", ""));
    }

    @Test
    void neverLongerThanTheExperimentHasIt() throws Exception {
        assertEquals(new Pace(100, 2, false), of("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 1\nstage-delay = 2"));
        assertEquals(new Pace(100, 0, false), of("loom", Load.closed("/meetings", 100), 100, "users",
                "delay = 0\nstage-delay = 0"));
    }
}
