package experiment.run;

/** A contender did not come as far as being loaded. */
final class NotStarted extends RunFailure {
    private static final long serialVersionUID = 1L;

    NotStarted(RunFailure cause) {
        super(cause.getMessage());
        initCause(cause);
    }
}
