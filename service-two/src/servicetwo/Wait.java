package servicetwo;

/** How long an answer has to wait. */
enum Wait {
    /** Not at all: it is no call, or a wrong one. */
    NONE,
    INFO,
    STAGE,
    /** As a stage, from when it has a permit. */
    STAGE_WITH_PERMIT,
    /** Longer than service one has patience. */
    LATE_STAGE
}
