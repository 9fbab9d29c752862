package lab.judge;

import java.util.Collection;
import java.util.List;

/** What a reader takes from a report, each of which can be sound where another is in doubt. */
public enum Figure {
    THROUGHPUT("throughput"), P50("p50"), P99("p99"), CPU_TIME("CPU time"), MEMORY("memory");

    private final String label;

    Figure(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** {@code throughput, p50 and p99}; {@code every figure} for all of them. */
    public static String named(Collection<Figure> figures) {
        List<String> labels = figures.stream().sorted().map(Figure::label).toList();
        int last = labels.size() - 1;
        return labels.size() == values().length ? "every figure" : last < 1 ? String.join("", labels)
                : String.join(", ", labels.subList(0, last)) + " and " + labels.get(last);
    }

    /** {@code is} or {@code are}, behind these names. */
    public static String are(Collection<Figure> figures) {
        return figures.size() == 1 || figures.size() == values().length ? "is" : "are";
    }
}
