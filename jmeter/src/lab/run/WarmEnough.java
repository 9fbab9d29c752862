package lab.run;

/**
 * Tells from readings, taken one after the other, when warming up has done its work: when the compilers have next to
 * nothing to do, and a request costs what it has cost before.
 */
final class WarmEnough {
    /** What the compilers may take of a core. Before they are done, they were seen to take 20 to 70 %. */
    private static final double COMPILING = 0.10;
    private static final double COST = 0.3;
    /** Less than this in a reading tells nothing of a request's cost. */
    private static final double LEAST_CPU_SECONDS = 0.02;
    private static final int QUIET = 2;
    private static final int QUIET_UNSEEN = 6;

    /** @param answered requests, since the start */
    record Reading(long answered, RuntimeThreads.Used used) {
        private double cost(Reading before) {
            return cpu(before) / (answered - before.answered);
        }

        private double cpu(Reading before) {
            return used.all() - before.used.all();
        }

        /** Of a core, by the compilers; NaN where nothing tells. */
        private double compilingShare(Reading before) {
            return 1e3 * (used.compiler() - before.used.compiler()) / (used.millis() - before.used.millis());
        }
    }

    private Reading last;
    private double cost = Double.NaN;      // of a request, between the last two
    private int quiet;

    /** Takes in a reading. @return whether it has settled */
    boolean add(Reading now) {
        if (last != null) {
            double before = cost;
            cost = now.cost(last);
            boolean isQuiet = !(now.compilingShare(last) > COMPILING);          // NaN: nothing tells
            boolean tells = now.cpu(last) >= LEAST_CPU_SECONDS;                 // false for NaN as well
            quiet = isQuiet && (!tells || Math.abs(cost - before) <= COST * before) ? quiet + 1 : 0;
        }
        last = now;
        return quiet >= (Double.isNaN(now.used().compiler()) ? QUIET_UNSEEN : QUIET);
    }
}
