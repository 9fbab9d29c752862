package doctor;

import java.util.Locale;
import lab.judge.Yardsticks;
import lab.run.MachineLoad;
import lab.run.YardstickProbe;

/**
 * What else runs on the machine now, and what it is like for that. Immutable.
 *
 * @param share      of all cores that others use, from 0 to 1; NaN where not known
 * @param yardsticks as an experiment takes them before each run
 */
record LoadCheck(double share, Yardsticks yardsticks) {
    private static final long MILLIS = 1_000;
    /** As the experiments' rule "machine disturbed" has it. */
    private static final double MOST_SHARE = 0.1;
    /** Seconds, as the experiments' remark on waking up has it. */
    private static final double LATE = 0.001;

    /** Takes a second and a half. */
    static LoadCheck look() throws InterruptedException {
        return new LoadCheck(MachineLoad.ofOthers(MILLIS), YardstickProbe.ask());
    }

    Finding finding() {
        String what = (Double.isNaN(share) ? "how busy the machine is, it does not tell"
                : String.format(Locale.ROOT, "others use %.0f %% of all cores now", 100 * share))
                + String.format(Locale.ROOT, "; a fixed piece of arithmetic takes %.1f ms, a sleep ends %.1f ms late",
                1e3 * yardsticks.arithmetic(), 1e3 * yardsticks.lateness());
        if (share > MOST_SHARE) {
            return Finding.note("other load", what + "; above 10 %, a comparison's points are usable with care at best",
                    "end what else runs (top shows it), or give figures of this machine as what they are");
        }
        return yardsticks.lateness() > LATE ? Finding.note("other load", what
                + ": slow to wake up, as virtual machines are; throughput falls short of the prediction by that",
                "quote ratios of this machine rather than its figures") : Finding.ok("other load", what);
    }
}
