package load;

/**
 * Little's law, {@code L = X W}: the requests in a service are what it answers a second, times the seconds that each
 * stays. From the load, how many can be served at once and how long each has to wait follow the throughput and the
 * response time. It knows nothing of CPU time: where that counts, reality stays below. Immutable.
 *
 * @param limit       requests that are served at once
 * @param waitSeconds what each has to wait; above 0
 * @param most        requests a second, at most, by what else they hold while they wait, such as permits
 */
record LittlesLaw(PlannedLoad load, double limit, double waitSeconds, double most) {
    private static final double ROUNDED = 0.999;

    /** Requests that there would be at once if nothing limited them. */
    double wanted() {
        return load.isOpen() ? load.amount() * waitSeconds : load.amount();
    }

    boolean isLimited() {
        return wanted() > limit;
    }

    /** Whether it is something else than the limit that sets the throughput. */
    boolean isHeldUp() {
        return most < ROUNDED * byLimit();
    }

    /** Responses a second, if there were enough of everything else. */
    double byLimit() {
        return Math.min(wanted(), limit) / waitSeconds;
    }

    /** Responses a second. */
    double throughput() {
        return isHeldUp() ? most : byLimit();
    }

    /** Whether more requests arrive than are answered: the response time then grows as long as they do. */
    boolean queueGrows() {
        return load.isOpen() && (isLimited() || isHeldUp());
    }

    /** From a request's being sent to its being answered, the time in the queue included; infinite where that grows. */
    double responseSeconds() {
        return queueGrows() ? Double.POSITIVE_INFINITY : wanted() / throughput();
    }
}
