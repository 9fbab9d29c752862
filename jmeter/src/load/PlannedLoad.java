package load;

import java.util.Map;
import java.util.Optional;

/**
 * The load of a plan in jmeter/plans, as its properties define it. For other plans, only JMeter knows the load.
 *
 * @param isOpen  true if requests arrive at a fixed rate; false if each user waits for an answer before it sends again
 * @param amount  arrivals per second in an open loop, else users
 * @param rampup  seconds until all users have started; 0 in an open loop
 * @param seconds how many seconds requests are sent, ramp-up included
 * @param drain   how many seconds the requests then in flight have to be answered; 0 for no limit
 */
record PlannedLoad(boolean isOpen, double amount, int rampup, int seconds, int drain) {
    private static final int OPEN_WARM_UP_SECONDS = 5;

    /** Empty for a plan from outside jmeter/plans, and for one that ends after a number of requests. */
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

    /**
     * How many seconds at the start the load is not steady. In a closed loop, users are still starting. In an open
     * loop, answers lag behind arrivals, for as long as a request takes.
     */
    int unsteadySeconds() {
        return isOpen ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
