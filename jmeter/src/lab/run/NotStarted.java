package lab.run;

import common.process.ProgramFailure;

/** A contender did not start, or was not ready in time; no load was put on it. */
public final class NotStarted extends ProgramFailure {
    private static final long serialVersionUID = 1L;

    NotStarted(ProgramFailure cause) {
        super(cause.getMessage());
        initCause(cause);
    }
}
