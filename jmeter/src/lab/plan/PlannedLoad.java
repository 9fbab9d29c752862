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
 * @param schedule the random arrivals, if one JMeter makes them
 * @param jmeters how many share the load, each with the same part
 */
record PlannedLoad(Load load, int rampup, int seconds, int drain, Optional<Schedule> schedule, int jmeters) {
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
            return Optional.of(new PlannedLoad(users, rampup, seconds, drain, Optional.empty(), 1));
        }
        long seed = (long) plan.number("seed", given);
        Optional<Schedule> schedule = plan.value("arrivals", given)
                .filter(arrivals -> arrivals.equals("random") && seed != 0)
                .map(_ -> new Schedule(rate, seconds, seed));
        return Optional.of(new PlannedLoad(Load.open(path, rate), rampup, seconds, drain, schedule, 1));
    }

    /** Which part of the load the requests lack; empty for none. */
    String unmade(PlanSamples samples) {
        return load.isOpen() ? unmadeArrivals(samples.starts()) : missingUsers(samples.users());
    }

    private String unmadeArrivals(LongSummaryStatistics starts) {
        long asked = (long) (load.amount() * seconds);
        long sent = starts.getCount();
        double late = (starts.getMax() - starts.getMin()) / 1e3 - seconds;
        if (sent >= MADE * asked && late <= SLACK_SECONDS) {
            return "";
        }
        return "JMeter sent %,d of %,d requests, the last one %,.1f s late"
                .formatted(sent, asked, Math.max(0, late));
    }

    /** @param seen 0 if unknown; each JMeter counts its users from 1 */
    private String missingUsers(int seen) {
        int asked = load.users() / jmeters;
        return seen == 0 || seen >= asked ? ""
                : "only %,d of %,d users sent a request".formatted(seen, asked);
    }

    /** Why the figures are not those of the whole load; empty if they are. */
    String unsteady(int warmupSeconds) {
        int unsteady = unsteadySeconds();
        return warmupSeconds >= unsteady ? ""
                : "the figures include the first %d s, when the load was not steady".formatted(unsteady);
    }

    /** Empty if JMeter is in time. Its report may be two seconds old. */
    String behind(long sent, int second) {
        double due = load.amount() * Math.min(second, seconds);
        return !load.isOpen() || sent >= MADE * (due - SLACK_SECONDS * load.amount()) ? ""
                : "; JMeter is late: it has sent %,d of the %,.0f requests due".formatted(sent, due);
    }

    /** The total load if each of several JMeters runs the whole plan. */
    PlannedLoad onEachOf(int many) {
        Load total = new Load(load.path(), load.kind(), many * load.amount());
        return new PlannedLoad(total, rampup, seconds, drain, schedule.filter(_ -> many == 1), many);
    }

    /** In an open loop, throughput is low until the first requests are answered. */
    int unsteadySeconds() {
        return load.isOpen() ? OPEN_WARM_UP_SECONDS : rampup;
    }
}
