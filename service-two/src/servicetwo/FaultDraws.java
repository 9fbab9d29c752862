package servicetwo;

import java.util.SplittableRandom;

/**
 * Draws what each call meets. One generator with a fixed seed, of which each call takes two numbers whatever the
 * options are: so the same sequence of calls meets the same in every run, with jitter and without. It begins anew when
 * the settings change. Used by the loop's thread alone.
 */
final class FaultDraws {
    private static final long SEED = 8087;

    private final Settings settings;
    private Options drawnFor;
    private Faults faults;
    private SplittableRandom random;

    FaultDraws(Settings settings) {
        this.settings = settings;
    }

    /** The first number of a call. */
    Fault fault() {
        if (drawnFor != settings.options()) {
            drawnFor = settings.options();
            faults = drawnFor.faults();
            random = new SplittableRandom(SEED);
        }
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
