package lab.judge;

/**
 * What kept programs waiting for the machine during the measured window. NaN where it doesn't tell.
 *
 * @param periods          of the control groups that limit the programs' CPU time; 0 where none does
 * @param throttledPeriods those of them in which a group had used up its share and stood still
 * @param cpuPressure      share of the window in which at least one task of the machine waited for a core
 * @param memoryPressure   the same of memory: it was read back, or others' had to be freed
 */
public record Contention(double periods, double throttledPeriods, double cpuPressure, double memoryPressure) {
    public static final Contention UNKNOWN = new Contention(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** From 0 to 1. */
    public double throttledShare() {
        return periods == 0 ? 0 : throttledPeriods / periods;
    }
}
