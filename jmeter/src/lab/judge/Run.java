package lab.judge;

import lab.define.Load;
import lab.define.Prediction;

/**
 * One contender under one load, once.
 *
 * @param contender  its name
 * @param repetition counted from 1
 * @param predicted  by Little's law, before the run
 * @param failure    why nothing could be measured; empty where something was
 * @param measured   null where failure is not empty
 */
public record Run(String contender, Load load, int repetition, Prediction predicted, String failure,
        Measurement measured) {

    public static Run failed(String contender, Load load, int repetition, Prediction predicted, String failure) {
        return new Run(contender, load, repetition, predicted, failure, null);
    }

    public boolean isMeasured() {
        return failure.isEmpty();
    }
}
