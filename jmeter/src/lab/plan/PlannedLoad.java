package lab.plan;

import module java.base;
import experiment.Load;
import experiment.SentArrivals.Schedule;

/**
 * The load that the properties of a plan in jmeter/plans describe.
 *
 * @param rampup  seconds until all users have started
 * @param seconds the load's duration, including the ramp-up
 * @param drain   seconds that the last requests in flight may take; 0 for no limit
 * @param schedule the random arrivals of one JMeter
 */
record PlannedLoad(Load load, int rampup, int seconds, int drain, Optional<Schedule> schedule) {
    private static final int OPEN_WARM_UP_SECONDS = 5;
    private static final double MADE = 0.99;
    private static final double SLACK_SECONDS = 2;

    static Optional<PlannedLoad> of(TestPlan plan, Map<String, String> given) {
        int seconds = (int) plan.number("seconds", given);
        if (!plan.ours() || seconds == 0) {
            return Optional.empty();
        }
        String path = plan.value("path", given).orElse("");
        int rampup = (int) plan.number("rampup", given);
        int drain = (int) plan.number("drain", given);
        double rate = plan.number("rate", given);
        if (rate == 0) {
            Load users = Load.closed(path, (int) plan.number("users", given));
            return Optional.of(new PlannedLoad(users, rampup, seconds, drain, Optional.empty()));
        }
        long seed = (long) plan.number("seed", given);
        boolean isRandom = seed != 0 && plan.value("arrivals", given).equals(Optional.of("random"));
        return Optional.of(new PlannedLoad(Load.open(path, rate), rampup, seconds, drain,
                isRandom ? Optional.of(new Schedule(rate, seconds, seed)) : Optional.empty()));
    }

    /** Which part of the load the requests lack; empty for none. Each JMeter counts its users from 1. */
    String unmade(PlanSamples samples) {
        LongSummaryStatistics starts = samples.starts();
        if (!load.isOpen()) {
            int users = samples.users();
            return users == 0 || users >= load.users() ? ""
                    : "only %,d of %,d users sent a request".formatted(users, load.users());
        }
        long asked = (long) (load.amount() * seconds);
        long sent = starts.getCount();
        double late = (starts.getMax() - starts.getMin()) / 1e3 - seconds;
        return sent >= MADE * asked && late <= SLACK_SECONDS ? ""
                : "JMeter sent %,d of %,d requests, the last one %,.1f s late"
                .formatted(sent, asked, Math.max(0, late));
    }

    /** Why the figures are not those of the whole load; empty if they are. */
    String unsteady(int warmupSeconds) {
        return warmupSeconds >= unsteadySeconds() ? ""
                : "the figures include the first %d s, when the load was not steady".formatted(unsteadySeconds());
    }

    /** Empty if JMeter is in time. Its report may be two seconds old. */
    String behind(long sent, int second) {
        double due = load.amount() * Math.min(second, seconds);
        return !load.isOpen() || sent >= MADE * (due - SLACK_SECONDS * load.amount()) ? ""
                : "; JMeter is late: it has sent %,d of the %,.0f requests due".formatted(sent, due);
    }

    /** The total load if each of several JMeters runs the whole plan. */
    PlannedLoad onEachOf(int jmeters) {
        return new PlannedLoad(new Load(load.path(), load.kind(), jmeters * load.amount()), rampup, seconds, drain,
                schedule.filter(_ -> jmeters == 1));
    }

    /** In an open loop, throughput is low until the first requests are answered. */
    int unsteadySeconds() {
        return load.isOpen() ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
