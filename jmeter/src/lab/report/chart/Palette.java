package lab.report.chart;

import module java.base;
import common.mode.Mode;
import experiment.Contender;

/**
 * One colour for each contender in all charts; {@code chart.css} defines them. Colour-blind readers can tell them apart
 * (M. Okabe and K. Ito, "Color Universal Design", 2008).
 */
public final class Palette {
    private static final int COLOURS = 10;

    private final Map<String, Integer> indexes = new HashMap<>();

    /**
     * A mode's first contender has the same colour in every report. The modes have the lowest indexes. More contenders
     * than colours repeat them.
     */
    public Palette(List<Contender> contenders) {
        int others = Mode.values().length;
        for (Contender contender : contenders) {
            Optional<Integer> mode = contender.serviceOne()
                    .map(one -> one.mode().ordinal())
                    .filter(index -> !indexes.containsValue(index));
            indexes.put(contender.name(), mode.isPresent() ? mode.get() : others++ % COLOURS);
        }
    }

    public String css(String contender) {
        return "c" + indexes.get(contender);
    }
}
