package load;

import module java.base;

/**
 * The load that the properties of a plan in jmeter/plans describe.
 *
 * @param isOpen  whether requests arrive at a fixed rate; in a closed loop, each user waits for an answer before the
 *                next request
 * @param amount  arrivals per second in an open loop, users in a closed loop
 * @param rampup  seconds until all users have started
 * @param seconds the load's duration, including the ramp-up
 * @param drain   seconds that the last requests in flight may take; 0 for no limit
 */
record PlannedLoad(boolean isOpen, double amount, int rampup, int seconds, int drain) {
    private static final int OPEN_WARM_UP_SECONDS = 5;

    static Optional<PlannedLoad> of(TestPlan plan, Map<String, String> given) {
        int seconds = (int) plan.number("seconds", given);
        if (!plan.ours() || seconds == 0) {
            return Optional.empty();
        }
        double rate = plan.number("rate", given);
        return Optional.of(new PlannedLoad(rate > 0, rate > 0 ? rate : plan.number("users", given),
                (int) plan.number("rampup", given), seconds, (int) plan.number("drain", given)));
    }

    /** The total load if each of several JMeters runs the whole plan. */
    PlannedLoad onEachOf(int jmeters) {
        return new PlannedLoad(isOpen, jmeters * amount, rampup, seconds, drain);
    }

    /** In an open loop, throughput is low until the first requests are answered. */
    int unsteadySeconds() {
        return isOpen ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
