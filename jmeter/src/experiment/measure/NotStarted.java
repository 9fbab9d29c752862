package experiment.measure;

import process.ProgramFailure;

/** A contender did not come as far as being loaded. */
public final class NotStarted extends ProgramFailure {
    private static final long serialVersionUID = 1L;

    NotStarted(ProgramFailure cause) {
        super(cause.getMessage());
        initCause(cause);
    }
}
