package load;

import common.commandline.UsageException;
import java.util.Optional;

/**
 * The first seconds of a run, which its figures leave out. Immutable.
 *
 * @param says what to tell the user of it; empty where there is nothing to tell
 */
public record WarmUp(int seconds, String says) {
    private static final WarmUp NONE = new WarmUp(0, "");

    /**
     * As given with --warmup; by default the seconds in which the load is not yet steady, if as many are left.
     *
     * @throws UsageException where nothing would be left of the run
     */
    public static WarmUp of(PlanOptions options, Optional<PlannedLoad> load) throws UsageException {
        if (options.warmup().isEmpty()) {
            return load.map(WarmUp::byDefault).orElse(NONE);
        }
        int seconds = options.warmup().getAsInt();
        if (load.isPresent() && seconds >= load.get().seconds()) {
            throw new UsageException("--warmup " + seconds + " leaves nothing of a run of " + load.get().seconds()
                    + " s: fewer, or more -Jseconds");
        }
        return new WarmUp(seconds, "");
    }

    private static WarmUp byDefault(PlannedLoad load) {
        int seconds = load.unsteadySeconds();
        if (seconds == 0) {
            return NONE;
        }
        if (2 * seconds > load.seconds()) {
            return new WarmUp(0, "the figures count the start, too: a run of " + load.seconds()
                    + " s (-Jseconds) is too short to leave out the " + seconds + " s until the load is steady");
        }
        return new WarmUp(seconds, "the figures leave out the first " + seconds + " s, until the load is steady; "
                + "--warmup 0 counts them");
    }
}
