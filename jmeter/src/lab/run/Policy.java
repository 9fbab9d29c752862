package lab.run;

/** What differs between those who have experiments carried out, and why. All else is alike for all of them. */
public enum Policy {
    /** A report's figures should all be valid, however long that takes. */
    COMPARE("", true, true, true),
    /** A load that misses the goal runs again in any case. */
    FIND("", false, true, true),
    /** People wait for an announced end. Live pictures would show the first warm-up's thousands of requests. */
    CLASS("class-", false, false, true),
    /** A learner learns from the reason, and decides whether to check again. */
    EXERCISE("", false, true, true),
    /**
     * The service runs already, and the plan ends by itself. Its user decides how it warms up, what else runs on the
     * machine, and what the service's limits are.
     */
    PLAN("", false, false, false);

    /** Of the results' folder. */
    final String prefix;
    /** Whether invalid rounds run again. */
    final boolean repeatsRounds;
    /** Whether a warm-up with short waits precedes the load. */
    final boolean warmsUpFirst;
    /**
     * Whether the contenders start here. Then no other experiment may run, the limit of open files is theirs, and the
     * samples are compressed.
     */
    final boolean startsContenders;

    Policy(String prefix, boolean repeatsRounds, boolean warmsUpFirst, boolean startsContenders) {
        this.prefix = prefix;
        this.repeatsRounds = repeatsRounds;
        this.warmsUpFirst = warmsUpFirst;
        this.startsContenders = startsContenders;
    }
}
