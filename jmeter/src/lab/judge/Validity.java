package lab.judge;

/** How far a figure can be relied on, the best first. */
public enum Validity {
    /** It passed every check. */
    VALID("valid", ""),
    /**
     * Others used the machine meanwhile, but cores were left idle and all contenders had to bear about as much of it:
     * ratios hold, absolute figures less so.
     */
    WITH_CARE("usable with care", "†"),
    /** It says nothing of the contender. */
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

    /** What stands beside a figure that is not wholly valid. */
    public String mark() {
        return mark;
    }

    /** Whether it takes part in ratios. */
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
