package lab.report.chart;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import lab.define.Contender;

/**
 * One colour for a contender in all of a report's charts; the first of each of service one's modes has the same one in
 * every report. Immutable.
 */
public final class Colours {
    private static final Map<String, Integer> OF_MODE = Map.of("loom", 0, "pool", 1, "async", 2);

    private final Map<String, Integer> indexes = new HashMap<>();

    public Colours(List<Contender> contenders) {
        contenders.forEach(contender -> {
            Integer wanted = OF_MODE.get(contender.mode());
            if (wanted != null && !indexes.containsValue(wanted)) {
                indexes.put(contender.name(), wanted);
            }
        });
        for (Contender contender : contenders) {
            indexes.computeIfAbsent(contender.name(), name -> next());
        }
    }

    /** The modes' own colours are for others only when no other is left; after that they are used again. */
    private int next() {
        return IntStream.concat(IntStream.range(OF_MODE.size(), Style.COLOURS), IntStream.range(0, OF_MODE.size()))
                .filter(index -> !indexes.containsValue(index)).findFirst().orElse(indexes.size() % Style.COLOURS);
    }

    /** The class that gives an element the contender's colour. */
    public String of(String contender) {
        return "c" + indexes.get(contender);
    }
}
