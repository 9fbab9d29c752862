package load;

import java.util.Map;
import java.util.Optional;

/**
 * The load of a plan in jmeter/plans, by its properties.
 *
 * @param isOpen  whether requests arrive at a fixed rate; if not, each user waits for an answer before it sends again
 * @param amount  arrivals per second in an open loop, users in a closed loop
 * @param rampup  seconds until all users have started
 * @param seconds includes the ramp-up
 * @param drain   seconds for the last requests in flight; 0 for no limit
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

    /** In an open loop, answers lag behind arrivals by a response time. */
    int unsteadySeconds() {
        return isOpen ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
