package load;

import module java.base;
import load.jtl.Summary;

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
    private static final double MADE = 0.99;
    private static final double SLACK_SECONDS = 2;

    static Optional<PlannedLoad> of(TestPlan plan, Map<String, String> given) {
        int seconds = (int) plan.number("seconds", given);
        if (!plan.ours() || seconds == 0) {
            return Optional.empty();
        }
        double rate = plan.number("rate", given);
        return Optional.of(new PlannedLoad(rate > 0, rate > 0 ? rate : plan.number("users", given),
                (int) plan.number("rampup", given), seconds, (int) plan.number("drain", given)));
    }

    /** Which part of the load the requests lack; empty for none. Each JMeter counts its users from 1. */
    String unmade(Summary summary) {
        long asked = (long) (amount * seconds);
        long sent = summary.starts().getCount();
        double late = (summary.starts().getMax() - summary.starts().getMin()) / 1e3 - seconds;
        if (isOpen) {
            return sent >= MADE * asked && late <= SLACK_SECONDS ? ""
                    : "JMeter sent %,d of %,d requests, the last one %,.1f s late"
                    .formatted(sent, asked, Math.max(0, late));
        }
        return summary.users() == 0 || summary.users() >= amount ? ""
                : "only %,d of %,.0f users sent a request".formatted(summary.users(), amount);
    }

    /** Why the figures are not those of the whole load; empty if they are. */
    String unsteady(int warmupSeconds) {
        return warmupSeconds >= unsteadySeconds() ? ""
                : "the figures include the first %d s, when the load was not steady".formatted(unsteadySeconds());
    }

    /** Empty if JMeter is in time. Its report may be two seconds old. */
    String behind(long sent, int second) {
        double due = amount * Math.min(second, seconds);
        return !isOpen || sent >= MADE * (due - SLACK_SECONDS * amount) ? ""
                : "; JMeter is late: it has sent %,d of the %,.0f requests due".formatted(sent, due);
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
