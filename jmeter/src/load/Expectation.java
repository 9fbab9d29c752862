package load;

import java.util.List;
import java.util.Locale;

/**
 * What Little's law expects of a run, if all that it needs is known. Immutable.
 *
 * @param announced by the service one that was measured
 */
public record Expectation(PlannedLoad load, Announced announced) {
    private static final double MOST_ERRORS = 0.01;      // whoever is refused has not waited

    /**
     * Lines to print: what was expected beside what was measured, or why nothing is expected.
     *
     * @param throughput  measured, a second
     * @param meanSeconds the mean of the measured response times
     * @param errorShare  how many of the requests failed, from 0 to 1
     */
    public List<String> lines(double throughput, double meanSeconds, double errorShare) {
        String obstacle = obstacle(errorShare);
        if (!obstacle.isEmpty()) {
            return List.of("Little's law expects nothing here: " + obstacle);
        }
        LittlesLaw law = new LittlesLaw(load, announced.limit(), announced.waitSeconds(), announced.most());
        return new Comparison(law, announced.bottleneck(), throughput, meanSeconds).lines();
    }

    /** Empty where there is none. */
    private String obstacle(double errorShare) {
        if (!announced.answered()) {
            return "service one did not answer /stats while the load went on";
        }
        if (Double.isNaN(announced.limit()) || Double.isNaN(announced.waitSeconds())) {
            return "service one does not know how long its requests had to wait, or how many it serves at once "
                    + "(in the first ten seconds after another load it cannot tell the two apart)";
        }
        if (announced.waitSeconds() <= 0) {
            return "a request waits for nothing, and how much CPU time it takes is not known beforehand";
        }
        return errorShare <= MOST_ERRORS ? "" : String.format(Locale.ROOT, "%.1f %% of the requests failed",
                100 * errorShare);
    }
}
