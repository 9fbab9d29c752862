package experiment;

import module java.base;
import common.commandline.Option;

/**
 * What is stated before the measurement.
 *
 * @param deadline seconds within which an answer counts as goodput
 * @param waits seconds that a request to a contender's own command waits
 * @param expectsFailures whether failed requests and abandoned calls make no figure invalid
 */
public record Claims(List<Hypothesis> hypotheses, OptionalDouble deadline, OptionalDouble waits,
        boolean expectsFailures) {
    private static final String TIME = "(\\d{1,6}(\\.\\d{1,6})?(ms|s))?";
    private static final String EXPECTED = "expected";
    static final List<Option> KEYS = List.of(
            new Option("--failures", EXPECTED, "", EXPECTED, text -> text.isEmpty() || text.equals(EXPECTED),
                    "failed requests and abandoned calls make no figure invalid"),
            time("--waits", "how long a request to your own command waits, so that theory predicts it"),
            time("--deadline", "only answers within this time count as goodput, which expect can name"),
            Option.text("--" + Statements.EXPECT, "STATEMENT", "",
                    "a ratio and its bound: loom/pool-200 throughput >= 4.5 at 1000", "an expected ratio, such as "
                    + "'loom/pool-200 throughput >= 4.5 at 1000'; may be repeated. A statement in the file is ignored "
                    + "if other options change its contenders, loads or waits"),
            Option.text("--" + Statements.REFUTE, "STATEMENT", "", "a ratio and its bound, as for expect",
                    "a ratio that would refute the expectation, written in the same way"));

    private static Option time(String name, String meaning) {
        return new Option(name, "TIME", "", "a time such as 200ms or 1.5s", text -> text.matches(TIME), meaning);
    }

    static Claims read(Values values, List<Contender> contenders, List<Load> loads) {
        return new Claims(Statements.read(values, contenders, loads), values.seconds("deadline"),
                values.seconds("waits"), values.given("failures").isPresent());
    }

    Claims with(List<Hypothesis> others) {
        return new Claims(others, deadline, waits, expectsFailures);
    }
}
