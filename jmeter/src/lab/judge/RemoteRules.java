package lab.judge;

import java.util.Locale;
import lab.judge.ValidityRules.Rule;

/** What can be wrong with a run because its load is made on other machines. */
final class RemoteRules {
    static final Rule CLOCKS = new Rule("clocks apart",
            "the generators' clocks known to 1 % of the window",
            "answers are put into the window by the clock of the generator that got them, moved by what that is ahead",
            Validity.NOT_VALID, Rule.Scope.ALL, 0.01, RemoteRules::clockError,
            (run, value) -> String.format(Locale.ROOT, "a generator's clock is known to %,.0f ms only, in a window of "
                    + "%,.0f s", 1e3 * value * run.measured().seconds(), run.measured().seconds()));

    private RemoteRules() {
    }

    /** As a share of the window; NaN, not checked, where all the load was made here. */
    private static double clockError(Run run) {
        return !run.isMeasured() ? Double.NaN : run.measured().elsewhere().generators().stream()
                .mapToDouble(generator -> generator.clockError() / 1e3 / run.measured().seconds())
                .reduce(Math::max).orElse(Double.NaN);
    }
}
