package lab.judge;

/** How far a reader can rely on a figure, the best first. */
public enum Validity {
    /** Passed every check. */
    VALID("valid", ""),
    /**
     * Other programs used the machine, but left cores idle and disturbed all contenders about equally: ratios hold,
     * absolute figures less so.
     */
    WITH_CARE("usable with care", "†"),
    /** Says nothing about the contender. */
    NOT_VALID("in doubt", "*");

    private final String label;
    private final String mark;

    Validity(String label, String mark) {
        this.label = label;
        this.mark = mark;
    }

    public String label() {
        return label;
    }

    /** Marks the figure in tables; empty for a valid one. */
    public String mark() {
        return mark;
    }

    /** Whether the figure may be part of ratios. */
    public boolean isUsable() {
        return this != NOT_VALID;
    }

    boolean isAtLeast(Validity least) {
        return compareTo(least) <= 0;
    }

    public Validity orWorse(Validity other) {
        return isAtLeast(other) ? other : this;
    }
}
