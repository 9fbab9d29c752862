package lab.report.chart;

import module java.base;
import common.mode.Mode;
import lab.define.Contender;

/**
 * One colour for each contender in all charts; {@code chart.css} defines them. Colour-blind readers can tell them apart
 * (M. Okabe and K. Ito, "Color Universal Design", 2008).
 */
public final class Palette {
    private static final int COLOURS = 10;
    /** A mode's first contender has the same colour in every report. */
    private static final Set<Integer> MODE_COLOURS = Stream.of(Mode.values()).map(mode -> mode.display().colour())
            .collect(Collectors.toSet());

    private final Map<String, Integer> indexes = new HashMap<>();

    public Palette(List<Contender> contenders) {
        for (Contender contender : contenders) {
            if (contender.isServiceOne(mode -> !indexes.containsValue(mode.display().colour()))) {
                indexes.put(contender.name(), contender.serviceMode().display().colour());
            }
        }
        contenders.forEach(contender -> indexes.computeIfAbsent(contender.name(), name -> next()));
    }

    /** The modes' colours come last. When all are taken, colours repeat. */
    private int next() {
        return IntStream.range(0, COLOURS).boxed().sorted(Comparator.comparing(MODE_COLOURS::contains))
                .filter(index -> !indexes.containsValue(index)).findFirst().orElse(indexes.size() % COLOURS);
    }

    public String css(String contender) {
        return "c" + indexes.get(contender);
    }
}
