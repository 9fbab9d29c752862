package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import servicetwo.Options.Faults;
import testing.Test;

/** What service two tells of itself to JMX, and of its timers. */
class FiguresTest {
    @Test
    void theBeanTellsWhatTheStatsTell() throws Exception {
        Options options = new Options(0, "", 1, 2, 3, new Faults(4, 5, 6, 7, 8), false);
        Counts counts = new Counts(new Settings(options), new Lateness());
        counts.started(true);
        counts.started(false);
        counts.answered(Routes.Route.AUTHORIZE);
        counts.started(false);
        counts.abandoned();
        counts.started(false);
        counts.reset();
        counts.show();
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("servicetwo:type=Service");
        Object[][] table = {{"Answered", 1L}, {"InFlight", 1L}, {"Abandoned", 1L}, {"Connections", 1L},
            {"DelayMillis", 1}, {"StageDelayMillis", 2},
            {"ErrorPercent", 4}, {"HangPercent", 5}, {"ResetPercent", 6}, {"JitterMillis", 7}, {"SlowStartSeconds", 8},
            {"TimerLateMaxMicros", 0L}, {"TimerLateMeanMicros", 0L}};
        for (Object[] row : table) {
            assertEquals(row[1], beans.getAttribute(name, (String) row[0]), (String) row[0]);
        }
        assertTrue((Long) beans.getAttribute(name, "CpuMillis") > 0, "the tests have used some CPU time");
    }

    @Test
    void latenessIsTheGreatestAndTheMeanOfTheLastSeconds() {
        long[] now = {5_000_000_000L};
        Lateness lateness = new Lateness(() -> now[0]);
        lateness.add(1_000_000);
        now[0] += 9_000_000_000L;
        lateness.add(5_000_000);
        assertEquals("5000 3000", lateness.maxMicros() + " " + lateness.meanMicros(), "both seconds count");
        now[0] += 1_000_000_000L;
        assertEquals("5000 5000", lateness.maxMicros() + " " + lateness.meanMicros(), "the first is long ago");
        now[0] += 3_600_000_000_000L;
        assertEquals("0 0", lateness.maxMicros() + " " + lateness.meanMicros(), "an hour later");
    }
}
