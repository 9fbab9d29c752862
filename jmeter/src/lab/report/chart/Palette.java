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
    private static final int MODES = Mode.values().length;

    private final Map<String, Integer> indexes = new HashMap<>();

    /** A mode's first contender has the same colour in every report. */
    public Palette(List<Contender> contenders) {
        for (Contender contender : contenders) {
            contender.serviceOne().map(one -> one.mode().ordinal())
                    .filter(mode -> !indexes.containsValue(mode))
                    .ifPresent(mode -> indexes.put(contender.name(), mode));
        }
        contenders.forEach(contender -> indexes.computeIfAbsent(contender.name(), name -> next()));
    }

    /** The modes have the lowest indexes, and come last. When all colours are taken, they repeat. */
    private int next() {
        return IntStream.range(MODES, MODES + COLOURS).map(index -> index % COLOURS)
                .filter(index -> !indexes.containsValue(index)).findFirst()
                .orElse(indexes.size() % COLOURS);
    }

    public String css(String contender) {
        return "c" + indexes.get(contender);
    }
}
