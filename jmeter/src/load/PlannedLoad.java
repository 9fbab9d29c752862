package load;

import java.util.Map;
import java.util.Optional;

/**
 * The load that a plan of jmeter/plans makes, as its properties say it; of other plans only JMeter knows that.
 *
 * @param isOpen  whether requests arrive at a rate, answered or not; else users send their next when answered
 * @param amount  arrivals a second in an open loop, else users
 * @param rampup  seconds until all users have started
 * @param seconds how long requests are sent, ramp-up included
 * @param drain   seconds after that in which those in flight may still be answered; 0 where they always may
 */
record PlannedLoad(boolean isOpen, double amount, int rampup, int seconds, int drain) {
    private static final int OPEN_WARM_UP_SECONDS = 5;

    /** Empty for a plan of somebody else, and for one that ends when it is through with its requests. */
    static Optional<PlannedLoad> of(TestPlan plan, Map<String, String> given) {
        int seconds = (int) plan.number("seconds", given);
        if (!plan.ours() || seconds == 0) {
            return Optional.empty();
        }
        double rate = plan.number("rate", given);
        return Optional.of(new PlannedLoad(rate > 0, rate > 0 ? rate : plan.number("users", given),
                (int) plan.number("rampup", given), seconds, (int) plan.number("drain", given)));
    }

    /** The load of so many machines that each run the whole plan. */
    PlannedLoad onEachOf(int machines) {
        return new PlannedLoad(isOpen, machines * amount, rampup, seconds, drain);
    }

    /**
     * Seconds at the start in which the load is not yet what it will be: users are still starting; or, in an open loop,
     * requests arrive and the answers to them do not yet come as fast, which takes as long as a request does.
     */
    int unsteadySeconds() {
        return isOpen ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
