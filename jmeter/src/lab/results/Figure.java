package lab.results;

import java.util.Collection;
import java.util.List;

/** Kinds of figures. One may be in doubt while another is valid. */
public enum Figure {
    THROUGHPUT("throughput"), P50("p50"), P99("p99"), CPU_TIME("CPU time"), MEMORY("memory");

    private final String label;

    Figure(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public static String names(Collection<Figure> figures) {
        List<String> labels = figures.stream().sorted().map(Figure::label).toList();
        int last = labels.size() - 1;
        return labels.size() == values().length ? "every figure" : last < 1 ? String.join("", labels)
                : String.join(", ", labels.subList(0, last)) + " and " + labels.get(last);
    }

    public static String verb(Collection<Figure> figures) {
        return figures.size() == 1 || figures.size() == values().length ? "is" : "are";
    }
}
