package experiment.warm;

/**
 * Tells from readings, taken one after the other, when warming up has done its work: when the compilers have next to
 * nothing to do, and a request costs what it has cost before. Used by the runner's thread.
 */
final class Settling {
    /** What the compilers may take of a core. Before they are done, they were seen to take 20 to 70 %. */
    private static final double COMPILING = 0.10;
    private static final double COST = 0.3;
    /** Less than this in a reading tells nothing of a request's cost. */
    private static final double LEAST_CPU_SECONDS = 0.02;
    private static final int QUIET = 3;
    private static final int QUIET_UNSEEN = 6;

    /** @param compiler CPU seconds of the compilers since the start; NaN where nothing tells them */
    record Reading(double at, long answered, double cpu, double compiler) {
    }

    private Reading last;
    private double cost = Double.NaN;      // of a request, between the last two
    private int quiet;

    /** Takes in a reading. @return whether it has settled */
    boolean add(Reading now) {
        if (last != null) {
            double before = cost;
            cost = (now.cpu() - last.cpu()) / (now.answered() - last.answered());
            boolean tells = now.cpu() - last.cpu() >= LEAST_CPU_SECONDS;      // false for NaN as well
            quiet = isCompilerQuiet(now) && (!tells || Math.abs(cost - before) <= COST * before) ? quiet + 1 : 0;
        }
        last = now;
        return quiet >= (Double.isNaN(now.compiler()) ? QUIET_UNSEEN : QUIET);
    }

    private boolean isCompilerQuiet(Reading now) {
        return !(now.compiler() - last.compiler() > COMPILING * (now.at() - last.at()));      // NaN: nothing tells
    }
}
