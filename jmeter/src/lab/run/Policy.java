package lab.run;

/** What differs between those who have experiments carried out, and why. All else is alike for all of them. */
public enum Policy {
    /** A report's figures should all be valid, however long that takes. */
    COMPARE("", true, true),
    /** A load that misses the goal runs again in any case. */
    FIND("", false, true),
    /** People wait for an announced end. Live pictures would show the first warm-up's thousands of requests. */
    CLASS("class-", false, false),
    /** A learner learns from the reason, and decides whether to check again. */
    EXERCISE("", false, true);

    /** Of the results' folder. */
    final String prefix;
    /** Whether invalid rounds run again. */
    final boolean repeatsRounds;
    /** Whether a warm-up with short waits precedes the load. */
    final boolean warmsUpFirst;

    Policy(String prefix, boolean repeatsRounds, boolean warmsUpFirst) {
        this.prefix = prefix;
        this.repeatsRounds = repeatsRounds;
        this.warmsUpFirst = warmsUpFirst;
    }
}
