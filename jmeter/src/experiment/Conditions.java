package experiment;

import module java.base;
import common.commandline.Option;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/**
 * What the contenders call.
 *
 * @param changes of the delays, in the order of their seconds
 */
public record Conditions(ServiceTwoSettings serviceTwo, List<Change> changes) {
    private static final String CHANGE = "change";
    static final List<Option> KEYS = Stream.concat(ServiceTwoSettings.OPTIONS.stream(), Stream.of(
            new Option("--" + CHANGE, "TEXT", "", "a second and delays: 5s delay=2000 stage-delay=20",
                    line -> line.isEmpty() || line.matches("\\d{1,5}s( +(stage-)?delay=\\d{1,5})+"),
                    "from this second of the measured window on, service two has other delays, such as "
                    + "'5s delay=2000'; may be repeated"))).toList();

    /**
     * Service two's settings from a second of the measured window on.
     *
     * @param second counted from the window's beginning
     */
    public record Change(int second, ServiceTwoSettings serviceTwo) {
        /** A delay that the line does not name stays as it is. */
        private Change then(String line) {
            String[] words = line.split("s? +");
            ServiceTwoSettings next = serviceTwo;
            for (String word : List.of(words).subList(1, words.length)) {
                String[] pair = word.split("=");
                Setting delay = pair[0].equals("delay") ? Setting.DELAY : Setting.STAGE_DELAY;
                next = next.with(delay, Integer.parseInt(pair[1]));
            }
            return new Change(Integer.parseInt(words[0]), next);
        }

        /** As in a file. */
        @Override
        public String toString() {
            return second + "s delay=" + serviceTwo.get(Setting.DELAY)
                    + " stage-delay=" + serviceTwo.get(Setting.STAGE_DELAY);
        }
    }

    static Conditions read(Values values) {
        ServiceTwoSettings first =
                ServiceTwoSettings.STANDARD.with((option, _) -> values.number(option.substring(2)));
        int end = values.number(Window.SECONDS);
        List<Change> changes = new ArrayList<>();
        Change last = new Change(0, first);
        for (String line : values.lines(CHANGE)) {
            Change next = last.then(line);
            if (next.second <= last.second || next.second >= end) {
                throw values.error(CHANGE, "'" + line + "' does not come after 0 s and the change before it, and "
                        + "before the window's end at " + end + " s");
            }
            changes.add(next);
            last = next;
        }
        return new Conditions(first, List.copyOf(changes));
    }
}
