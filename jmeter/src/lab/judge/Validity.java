package lab.judge;

/** From best to worst. */
public enum Validity {
    VALID("valid", ""),
    /**
     * Usually other programs used the machine, about equally for all contenders. Ratios then hold, but absolute
     * figures may be wrong.
     */
    WITH_CARE("usable with care", "†"),
    /** The figure says nothing about the contender. */
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

    public String mark() {
        return mark;
    }

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
