package lab.judge;

import common.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import lab.judge.ValidityRules.Rule;
import load.Arrivals;

/**
 * The rules on the arrivals of an open loop: whether it was the load that was asked for. {@link Arrivals} are known to
 * the millisecond.
 */
final class ArrivalRules {
    /** Of √n · distance, in the test of Kolmogorov and Smirnov: chance alone exceeds it once in a thousand runs. */
    private static final double CHANCE = 1.95;

    static final Rule MISSING = new Rule("arrivals missing", "every arrival of an open loop was sent",
            "those that JMeter never came to would have waited longest, and no latency tells of them",
            Validity.NOT_VALID, Rule.Scope.ALL, 0, arrivals(Arrivals::missing),
            (run, value) -> String.format(Locale.ROOT, "%,.0f of %,d arrivals were never sent", value,
                    arrivals(run).asked()));

    static final Rule RATE = new Rule("arrival rate not reached", "at least 95 % of the arrivals asked for were sent",
            "the service was asked less than the report says",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.05, arrivals(each -> 1 - (double) each.made() / each.asked()),
            (run, value) -> String.format(Locale.ROOT, "%,d requests were sent in the window, %,d were to be",
                    arrivals(run).made(), arrivals(run).asked()));

    static final Rule LATE = new Rule("arrivals late", "half of the sends at most 25 ms after their moment",
            "a latency is counted from the send: what an arrival waited for JMeter is missing from it",
            Validity.NOT_VALID, Rule.Scope.ALL, 25, arrivals(Arrivals::medianLate),
            (run, value) -> "half of the requests were sent " + Numbers.text(value) + " ms late or more");

    static final Rule HELD_UP = new Rule("arrivals held up", "no send more than 250 ms after its moment",
            "a generator that stands still sends afterwards what it owes, all at once: a longer queue than asked for, "
                    + "and the wait before it is missing from the latency",
            Validity.NOT_VALID, Rule.Scope.ALL, 250, arrivals(Arrivals::worstLate),
            (run, value) -> "a request was sent " + Numbers.text(value) + " ms late");

    static final Rule SHAPE = new Rule("arrivals not random",
            "gaps between arrivals within 10 % of an exponential distribution, beyond chance",
            "arrivals in groups queue longer than those of visitors who know nothing of each other, and even ones less",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.1,
            arrivals(each -> each.distance() - CHANCE / Math.sqrt(each.gaps())),
            (run, value) -> "the gaps between arrivals differ by " + Numbers.percent(arrivals(run).distance())
                    + " from those asked for (Kolmogorov and Smirnov)");

    static final List<Rule> ALL = List.of(MISSING, RATE, LATE, HELD_UP, SHAPE);

    private ArrivalRules() {
    }

    /** NaN, not checked, where nothing is known of arrivals. */
    private static ToDoubleFunction<Run> arrivals(ToDoubleFunction<Arrivals> value) {
        return run -> run.isMeasured() && arrivals(run).isKnown() ? value.applyAsDouble(arrivals(run)) : Double.NaN;
    }

    private static Arrivals arrivals(Run run) {
        return run.measured().requests().arrivals();
    }
}
