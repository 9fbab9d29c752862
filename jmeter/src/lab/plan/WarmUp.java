package lab.plan;

import module java.base;
import common.commandline.UsageException;

/**
 * The first seconds of a run, which its figures leave out.
 *
 * @param note for the user; may be empty
 */
record WarmUp(int seconds, String note) {
    /**
     * By default, the warm-up lasts until the load is steady, or 0 s if that would be more than half of the run.
     *
     * @throws UsageException if nothing would be left of the run
     */
    static WarmUp of(PlanOptions options, Optional<PlannedLoad> load) {
        if (options.warmup().isEmpty()) {
            return load.map(WarmUp::byDefault).orElse(new WarmUp(0, ""));
        }
        int seconds = options.warmup().getAsInt();
        if (load.isPresent() && seconds >= load.get().seconds()) {
            throw new UsageException("--warmup " + seconds + " leaves nothing of a run of " + load.get().seconds()
                    + " s: take a shorter warm-up, or a longer run with -Jseconds");
        }
        return new WarmUp(seconds, "");
    }

    private static WarmUp byDefault(PlannedLoad load) {
        int seconds = load.unsteadySeconds();
        if (2 * seconds > load.seconds()) {
            return new WarmUp(0, "the figures include the start: a run of " + load.seconds()
                    + " s (-Jseconds) is too short to leave out the " + seconds + " s until the load is steady");
        }
        return new WarmUp(seconds, seconds == 0 ? "" : "the figures leave out the first " + seconds
                + " s, until the load is steady; --warmup 0 includes them");
    }
}
