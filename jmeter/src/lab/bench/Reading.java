package lab.bench;

/**
 * What a program has used since its start, at one moment. Immutable.
 *
 * @param seconds   when, on a clock of no known zero
 * @param user      CPU seconds in user mode; NaN where not known
 * @param kernel    CPU seconds in the kernel; NaN where not known
 * @param allocated bytes that all threads have allocated; NaN where not known
 */
public record Reading(double seconds, double user, double kernel, double allocated) {
    static final Reading NONE = new Reading(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** Of the CPU time since another reading; NaN where there was none, or none that the kernel's ticks have seen. */
    double userShareSince(Reading before) {
        double inUser = user - before.user;
        return inUser / (inUser + kernel - before.kernel);
    }

    double allocatedPerSecondSince(Reading before) {
        return (allocated - before.allocated) / (seconds - before.seconds);
    }
}
