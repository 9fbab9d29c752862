package lab.judge;

/** What measurements can do to a hypothesis. */
public enum Outcome {
    SUPPORTED("supported", "✓"),
    REFUTED("refuted", "✗"),
    CANNOT_JUDGE("cannot judge", "?");

    private final String label;
    private final String mark;

    Outcome(String label, String mark) {
        this.label = label;
        this.mark = mark;
    }

    public String label() {
        return label;
    }

    public String mark() {
        return mark;
    }
}
