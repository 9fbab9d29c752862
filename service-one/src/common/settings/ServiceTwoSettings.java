package common.settings;

import static common.commandline.Option.number;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;
import common.json.JsonObject;

/**
 * How service two waits and fails. Each setting is an option of service two, a key of an experiment, and a member of
 * what {@code GET /stats} answers.
 */
public record ServiceTwoSettings(Map<Setting, Integer> values) {
    private static final int LONGEST_WAIT = 600_000;

    public enum Setting {
        DELAY("delayMillis", number("--delay", "MS", "50", 0, LONGEST_WAIT,
                "how long service two takes for a request's first call, /info")),
        STAGE_DELAY("stageDelayMillis", number("--stage-delay", "MS", "333", 0, LONGEST_WAIT,
                "how long service two takes for each of its three other calls")),
        AUTHORIZE_PERMITS("authorizePermits", number("--authorize-permits", "N", "0", 0, 1_000_000,
                "how many authorizations service two handles at once; others wait in line; 0: no limit")),
        ERROR_PERCENT("errorPercent", number("--error-percent", "P", "0", 0, 100,
                "share of calls to service two that get a 500 after their wait")),
        HANG_PERCENT("hangPercent", number("--hang-percent", "P", "0", 0, 100,
                "share of calls to service two that are never answered")),
        RESET_PERCENT("resetPercent", number("--reset-percent", "P", "0", 0, 100,
                "share of calls to service two whose connection is reset after their wait. Fewer fail, because "
                + "service one repeats a call on a kept connection once")),
        JITTER("jitterMillis", number("--jitter", "MS", "0", 0, LONGEST_WAIT,
                "largest random addition to each wait in service two")),
        SLOW_START("slowStartSeconds", number("--slow-start", "S", "0", 0, 3_600,
                "after service two's start, its waits are four times as long; they fall to normal over this time, "
                + "in seconds"));

        /** In JSON. */
        private final String member;
        private final Option option;

        Setting(String member, Option option) {
            this.member = member;
            this.option = option;
        }

        public String member() {
            return member;
        }

        public Option option() {
            return option;
        }

        public String key() {
            return option.name().substring(2);
        }

        private int standard() {
            return Integer.parseInt(option.standard());
        }
    }

    private static final Set<Setting> FAILURES =
            EnumSet.of(Setting.ERROR_PERCENT, Setting.HANG_PERCENT, Setting.RESET_PERCENT);
    /** At run time. Permits may be in use. */
    public static final Set<Setting> CHANGEABLE = EnumSet.complementOf(EnumSet.of(Setting.AUTHORIZE_PERMITS));
    public static final List<Option> OPTIONS = Stream.of(Setting.values()).map(Setting::option).toList();
    public static final ServiceTwoSettings STANDARD = new ServiceTwoSettings(Map.of());

    /** What is not given has its default. */
    public ServiceTwoSettings {
        Map<Setting, Integer> all = new EnumMap<>(Setting.class);
        EnumSet.allOf(Setting.class).forEach(each -> all.put(each, each.standard()));
        all.putAll(values);
        values = Collections.unmodifiableMap(all);
    }

    public int get(Setting setting) {
        return values.get(setting);
    }

    public ServiceTwoSettings with(Setting setting, int value) {
        return with((option, now) -> option.equals(setting.option.name()) ? value : now);
    }

    /** @param given the new value for an option's name and its value so far */
    public ServiceTwoSettings with(ToIntBiFunction<String, Integer> given) {
        Map<Setting, Integer> all = new EnumMap<>(values);
        all.replaceAll((setting, value) -> given.applyAsInt(setting.option.name(), value));
        ServiceTwoSettings with = new ServiceTwoSettings(all);
        if (with.failingPercent() > 100) {
            throw new UsageException(FAILURES.stream().map(Setting::key).collect(Collectors.joining(" + "))
                    + " must not exceed 100");
        }
        return with;
    }

    /** The share of calls that get no good answer. */
    public int failingPercent() {
        return FAILURES.stream().mapToInt(values::get).sum();
    }

    /** Starts a service two with these settings. */
    public List<String> arguments() {
        return values.entrySet().stream().filter(each -> each.getValue() > 0 || each.getKey().standard() > 0)
                .flatMap(each -> Stream.of(each.getKey().option.name(), each.getValue().toString())).toList();
    }

    /** {@code PUT /settings} takes it. */
    public String query() {
        return CHANGEABLE.stream().map(each -> each.key() + "=" + get(each)).collect(Collectors.joining("&"));
    }

    public void addTo(JsonObject stats) {
        values.forEach((setting, value) -> stats.put(setting.member, value));
        if (get(Setting.AUTHORIZE_PERMITS) == 0) {
            stats.put(Setting.AUTHORIZE_PERMITS.member, null);
        }
    }

    /** Reads what {@link #addTo} has written. A service two that does not know a setting does without it. */
    public static ServiceTwoSettings announced(Map<?, ?> stats) {
        Map<Setting, Integer> all = new EnumMap<>(Setting.class);
        for (Setting each : Setting.values()) {
            all.put(each, stats.get(each.member) instanceof Double value ? value.intValue() : 0);
        }
        return new ServiceTwoSettings(all);
    }
}
