package lab.run;

import lab.define.Experiment.Faults;

/** How long service two waits and what it does wrong, as it announces it at {@code GET /stats}. Plain data. */
public record ServiceTwoAnnounced(int delayMillis, int stageDelayMillis, int errorPercent, int hangPercent,
        int resetPercent, int jitterMillis, int slowStartSeconds) {
    static ServiceTwoAnnounced of(int delay, int stageDelay, Faults faults) {
        return new ServiceTwoAnnounced(delay, stageDelay, faults.errorPercent(), faults.hangPercent(),
                faults.resetPercent(), faults.jitterMillis(), faults.slowStartSeconds());
    }

    /** As its {@code /settings} take it. */
    String query() {
        return "delay=" + delayMillis + "&stage-delay=" + stageDelayMillis + "&error-percent=" + errorPercent
                + "&hang-percent=" + hangPercent + "&reset-percent=" + resetPercent + "&jitter=" + jitterMillis
                + "&slow-start=" + slowStartSeconds;
    }
}
