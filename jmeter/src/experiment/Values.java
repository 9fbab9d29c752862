package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Option;

/** What an experiment's file says, what options override, and the defaults of the rest. */
final class Values {
    private final String name;
    private final List<Option> keys;
    private final Map<String, String> own;
    private final Map<String, String> overrides;
    private final Map<String, String> all;

    /** @param own the file's values; a repeated key's are lines of a text */
    Values(String name, List<Option> keys, Map<String, String> own, Map<String, String> overrides)
            throws UsageException {
        this.name = name;
        this.keys = keys;
        this.own = own;
        this.overrides = overrides;
        all = new LinkedHashMap<>(own);
        all.putAll(overrides);
        for (String key : all.keySet()) {
            Option option = known(keys, key, isOverridden(key) ? "--" : name + ": ");
            for (String value : all.get(key).split("\n", -1)) {
                if (!option.accepts().test(value)) {
                    throw error(key, "'" + value + "' is not " + option.takes());
                }
            }
        }
    }

    static Option known(List<Option> keys, String key, String where) throws UsageException {
        return find(keys, key).orElseThrow(() -> new UsageException(where + "unknown key " + key + "; choose from "
                + keys.stream().map(known -> known.label().substring(2)).sorted().collect(Collectors.joining(", "))));
    }

    static Optional<Option> find(List<Option> keys, String key) {
        return keys.stream().filter(known -> known.isNamed("--" + key)).findFirst();
    }

    UsageException error(String key, String what) {
        return new UsageException(name + ": " + key + ": " + what);
    }

    String name() {
        return name;
    }

    Map<String, String> all() {
        return Collections.unmodifiableMap(all);
    }

    Map<String, String> own() {
        return own;
    }

    Map<String, String> overrides() {
        return overrides;
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
        return all.containsKey(key) ? all.get(key) : find(keys, key).orElseThrow().standard();
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
    Optional<String> pattern(String key) throws UsageException {
        try {
            return given(key).map(text -> Pattern.compile(text).pattern());
        } catch (PatternSyntaxException e) {
            throw error(key, "'" + text(key) + "' is not a regular expression: " + e.getDescription());
        }
    }
}
