package classroom.run;

import classroom.run.Experiments.Measured;

/**
 * How far a lesson is: asked, predicted, running, measured, revealed; or failed. What may follow what is decided here
 * alone: each step makes another one, or throws {@link NotNow} with the reason why not.
 *
 * @param prediction NaN until there is one
 * @param failure    why it failed, in a sentence; empty in the other states
 * @param measured   of its latest complete run; null where there is none
 */
public record Progress(State state, double prediction, String failure, Measured measured) {
    /** In the order in which a lesson passes through them. */
    public enum State { ASKED, PREDICTED, RUNNING, MEASURED, REVEALED, FAILED }

    /** Of a lesson that nobody has begun. */
    public static final Progress BEGINNING = new Progress(State.ASKED, Double.NaN, "", null);

    /** A prediction may change until something runs: after that it would be none. */
    Progress predicted(double value) throws NotNow {
        if (state == State.RUNNING || state == State.MEASURED || state == State.REVEALED) {
            throw new NotNow("the prediction stands: the run has begun");
        }
        return new Progress(State.PREDICTED, value, "", measured);
    }

    /** @param again whether it is meant that one which was measured runs once more */
    Progress begun(boolean again) throws NotNow {
        switch (state) {
            case ASKED -> throw new NotNow("there is no prediction yet");
            case RUNNING -> throw new NotNow("it is running");
            case MEASURED, REVEALED -> {
                if (!again) {
                    throw new NotNow("it was measured already");
                }
            }
            case PREDICTED, FAILED -> { }
        }
        return new Progress(State.RUNNING, prediction, "", measured);
    }

    /** @param before what it was before the run began: an earlier measurement stays, a failure is forgotten */
    Progress stopped(Progress before) {
        return before.state == State.FAILED ? new Progress(State.PREDICTED, prediction, "", null) : before;
    }

    Progress failed(String why) {
        return new Progress(State.FAILED, prediction, why, null);
    }

    Progress ended(Measured result) {
        return new Progress(State.MEASURED, prediction, "", result);
    }

    Progress revealed() throws NotNow {
        if (state == State.REVEALED) {
            return this;
        }
        if (state != State.MEASURED) {
            throw new NotNow("nothing was measured yet");
        }
        return new Progress(State.REVEALED, prediction, "", measured);
    }
}
