package lab.judge;

import common.text.Numbers;
import java.util.List;
import java.util.Locale;
import lab.define.Prediction;
import lab.judge.Run.Bucket;
import lab.judge.Run.Requests;
import lab.judge.ValidityRules.Rule;

/** The rules by which a run did not do the work that was asked for. {@link SameWork} compares contenders. */
final class WorkRules {
    /**
     * Of the answers that theory allows. Of some 60 honest runs on two cores, whose windows hold whole times in flight,
     * none came closer to them than 0.2 % less, but for permits.
     */
    private static final double MORE = 0.02;
    /** JMeter counts whole milliseconds, and sets its clock anew now and then. */
    private static final double CLOCK_SHARE = 0.02;
    private static final double CLOCK_MILLIS = 2;

    static final Rule THEORY = new Rule("more than theory allows",
            "throughput at most 2 % above the prediction by Little's law",
            "who answers sooner than the waits of its calls allow has not made them all",
            Validity.NOT_VALID, Rule.Scope.ALL, MORE, WorkRules::beyondTheory,
            (run, value) -> String.format(Locale.ROOT, "%.1f %% more answers than the waits of the calls allow",
                    100 * run.measured().throughput() / run.predicted().throughput() - 100));

    /** Of some 90,000 answers in 18 honest runs on two cores, the first came at that millisecond, none before. */
    static final Rule EARLY = new Rule("answered before its waits",
            "at most 1 % of the answers sooner than a request must wait, less 2 % and 2 ms for the clocks",
            "who answers first and makes its calls afterwards is measured without them",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.01, WorkRules::early,
            (run, value) -> String.format(Locale.ROOT, "not the same work: a request has to wait %,.0f ms, and "
                    + "%s of the answers came sooner, the first after %,.0f ms", 1e3 * run.predicted().least(),
                    Numbers.percent(value), run.measured().requests().histogram().getFirst().from()));

    static final Rule ABANDONED = new Rule("calls abandoned",
            "at most 1 call to service two in 100 requests left before its answer, where none should fail",
            "service two then works on what nobody is told the answer of",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.01, WorkRules::abandoned,
            (run, value) -> String.format(Locale.ROOT, "%,.0f calls for %,d answers were abandoned by their caller",
                    run.measured().work().abandoned(), run.measured().requests().answered()));

    static final List<Rule> ALL = List.of(EARLY, THEORY, ABANDONED);

    private WorkRules() {
    }

    /**
     * NaN where chance decides: how many arrive, and where calls fail, how many are left to wait. Permits become free
     * in groups, to which no window is cut: so it may hold some more of those in flight.
     */
    private static double beyondTheory(Run run) {
        Prediction predicted = run.predicted();
        boolean tells = run.isMeasured() && predicted.isKnown() && !predicted.isCpuBound()
                && !predicted.expectsFailures() && !predicted.limit().equals("arrivals");
        if (!tells) {
            return Double.NaN;
        }
        double allowed = predicted.throughput() * run.measured().seconds();
        double rounding = predicted.limit().equals("permits") ? predicted.inFlight() : 0;
        return (run.measured().requests().answered() - rounding) / allowed - 1;
    }

    /** NaN where a request waits for nothing, or nothing is known of its path. */
    private static double early(Run run) {
        double soonest = 1e3 * run.predicted().least() * (1 - CLOCK_SHARE) - CLOCK_MILLIS;
        if (!run.isMeasured() || soonest <= 0) {
            return Double.NaN;
        }
        Requests requests = run.measured().requests();
        return (double) requests.histogram().stream().filter(bucket -> bucket.to() <= soonest)
                .mapToLong(Bucket::count).sum() / requests.latencies();
    }

    private static double abandoned(Run run) {
        return run.isMeasured() && !run.predicted().expectsFailures()
                ? run.measured().work().abandoned() / run.measured().requests().answered() : Double.NaN;
    }
}
