package experiment.run;

/** A run can't be measured; the message says why, as the report shows it. The experiment goes on with the next run. */
sealed class RunFailure extends Exception permits NotStarted {
    private static final long serialVersionUID = 1L;

    RunFailure(String message) {
        super(message);
    }
}
