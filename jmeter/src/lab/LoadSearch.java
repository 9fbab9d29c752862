package lab;

import module java.base;
import lab.Goal.Miss;

/**
 * A search for the highest load that meets a goal: exponential, then binary, as in jonhoo/cliff. A load has to miss
 * the goal twice, because a single run may have been disturbed.
 *
 * @param start the first load
 * @param most the highest load
 * @param met the highest load that met the goal; 0 if none has
 * @param missed the lowest load that did not; 0 if all have
 * @param doubtful a load that missed the goal once, and runs again; 0 if there is none
 * @param miss why {@code missed} did not meet the goal
 */
record LoadSearch(long start, long most, long met, long missed, long doubtful, Optional<Miss> miss) {
    /** The search ends when the two loads differ by at most this part of the smaller one. */
    static final int PART = 10;

    static LoadSearch between(long start, long most) {
        return new LoadSearch(start, most, 0, 0, 0, Optional.empty());
    }

    /** Empty if the search has ended. */
    OptionalLong next() {
        if (doubtful > 0) {
            return OptionalLong.of(doubtful);
        }
        if (hasEnded()) {
            return OptionalLong.empty();
        }
        if (missed > 0) {
            return OptionalLong.of((met + missed) / 2);
        }
        return OptionalLong.of(met == 0 ? start : Math.min(2 * met, most));
    }

    private boolean hasEnded() {
        if (missed == 0) {
            return met == most;
        }
        boolean isHopeless = met == 0 && !miss.orElseThrow().isKnown();
        return isHopeless || missed - met <= Math.max(1, met / PART);
    }

    LoadSearch after(long load, Optional<Miss> outcome) {
        if (outcome.isEmpty()) {
            return new LoadSearch(start, most, load, missed, 0, miss);
        }
        return doubtful == 0 ? new LoadSearch(start, most, met, missed, load, miss)
                : new LoadSearch(start, most, met, load, 0, outcome);
    }

    /** How many runs are still needed at most. A load that meets the goal only in its second run takes the longest. */
    int runs() {
        OptionalLong next = next();
        if (next.isEmpty()) {
            return 0;
        }
        int ifMissed = after(next.getAsLong(), Optional.of(new Miss("", true))).runs();
        return 1 + (doubtful == 0 ? ifMissed : Math.max(ifMissed, after(doubtful, Optional.empty()).runs()));
    }
}
