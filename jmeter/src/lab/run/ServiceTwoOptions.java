package lab.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import lab.define.Experiment;

/**
 * What service two is to do, by its options of the same names, without those that have their default of 0; the two
 * waits are always there. Immutable.
 */
public record ServiceTwoOptions(Map<String, Integer> values) {
    /** As an experiment needs them. */
    public static ServiceTwoOptions of(Experiment experiment) {
        Map<String, Integer> values = new LinkedHashMap<>();
        values.put("--delay", experiment.delay());
        values.put("--stage-delay", experiment.stageDelay());
        put(values, "--authorize-permits", experiment.authorizePermits());
        put(values, "--error-percent", experiment.faults().errorPercent());
        put(values, "--hang-percent", experiment.faults().hangPercent());
        put(values, "--reset-percent", experiment.faults().resetPercent());
        put(values, "--jitter", experiment.faults().jitterMillis());
        put(values, "--slow-start", experiment.faults().slowStartSeconds());
        return new ServiceTwoOptions(values);
    }

    static void put(Map<String, Integer> values, String option, Integer value) {
        if (value != null && value != 0) {
            values.put(option, value);
        }
    }

    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((option, value) -> arguments.addAll(List.of(option, Integer.toString(value))));
        return arguments;
    }

    /** {@code --jitter 0, not 20}, for each option in which another one differs. */
    List<String> unlike(ServiceTwoOptions announced) {
        return Stream.concat(values.keySet().stream(), announced.values.keySet().stream()).distinct()
                .filter(option -> value(option) != announced.value(option))
                .map(option -> option + " " + value(option) + ", not " + announced.value(option)).toList();
    }

    private int value(String option) {
        return values.getOrDefault(option, 0);
    }
}
