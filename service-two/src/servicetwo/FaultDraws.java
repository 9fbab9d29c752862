package servicetwo;

import java.util.SplittableRandom;

/**
 * Draws what each call meets. One generator with a fixed seed, of which each call takes two numbers whatever the
 * options are: so the same sequence of calls meets the same in every run, with jitter and without. Used by the loop's
 * thread alone.
 */
final class FaultDraws {
    private static final long SEED = 8087;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Faults faults;

    FaultDraws(Faults faults) {
        this.faults = faults;
    }

    /** The first number of a call. */
    Fault fault() {
        double percent = 100 * random.nextDouble();
        double afterErrors = percent - faults.errorPercent();
        double afterHangs = afterErrors - faults.hangPercent();
        return afterErrors < 0 ? Fault.ERROR : afterHangs < 0 ? Fault.HANG
                : afterHangs < faults.resetPercent() ? Fault.RESET : Fault.NONE;
    }

    /** The second number of a call: how much longer its wait is, in milliseconds. */
    double jitterMillis() {
        return random.nextDouble() * faults.jitterMillis();
    }
}
