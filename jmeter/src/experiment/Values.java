package experiment;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;

/**
 * What an experiment's file says, what options override, and the defaults of the rest.
 *
 * @param own the file's values; a repeated key's are lines of a text
 */
record Values(
        String name,
        String title,
        String description,
        Map<String, String> own,
        Map<String, String> overrides) {

    Values checked() {
        for (Map.Entry<String, String> each : all().entrySet()) {
            String key = each.getKey();
            Option option = known(key, isOverridden(key) ? "--" : name + ": ");
            for (String value : each.getValue().split("\n", -1)) {
                if (!option.accepts().test(value)) {
                    throw error(key, "'" + value + "' is not " + option.takes());
                }
            }
        }
        return this;
    }

    static Option known(String key, String where) {
        return find(key).orElseThrow(() -> new UsageException(where + "unknown key " + key + "; choose from "
                + Experiment.KEYS.stream()
                .map(known -> known.label().substring(2))
                .sorted()
                .collect(Collectors.joining(", "))));
    }

    static Optional<Option> find(String key) {
        return Experiment.KEYS.stream().filter(known -> known.isNamed("--" + key)).findFirst();
    }

    UsageException error(String key, String what) {
        return new UsageException(name + ": " + key + ": " + what);
    }

    Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(own);
        all.putAll(overrides);
        return all;
    }

    boolean isOverridden(String key) {
        return overrides.containsKey(key);
    }

    /** If a key is repeated, its last value counts. */
    String text(String key) {
        String value = value(key);
        return value.substring(value.lastIndexOf('\n') + 1);
    }

    /** All values of a repeated key. */
    List<String> lines(String key) {
        return value(key).lines().toList();
    }

    private String value(String key) {
        return Optional.ofNullable(all().get(key)).orElseGet(() -> find(key).orElseThrow().standard());
    }

    Optional<String> given(String key) {
        return Optional.of(text(key)).filter(text -> !text.isEmpty());
    }

    List<String> list(String key) {
        return Stream.of(text(key).split("[,\\s]+")).filter(part -> !part.isEmpty()).distinct().toList();
    }

    int number(String key) {
        return Integer.parseInt(text(key));
    }

    OptionalDouble seconds(String key) {
        return given(key).stream().mapToDouble(time -> Double.parseDouble(time.replaceFirst("m?s$", ""))
                / (time.endsWith("ms") ? 1e3 : 1)).findFirst();
    }

    /** With an invalid expression, JMeter would count every request as failed. */
    Optional<String> pattern(String key) {
        try {
            return given(key).map(text -> Pattern.compile(text).pattern());
        } catch (PatternSyntaxException e) {
            throw error(key, "'" + text(key) + "' is not a regular expression: " + e.getDescription());
        }
    }
}
