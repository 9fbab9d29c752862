package experiment;

import module java.base;
import common.law.LittlesLaw.Flow;
import common.mode.Resource;

/** What sets a predicted throughput: one of the resources, the load, or what theory does not know. */
public enum Limit {
    THREADS, CARRIERS, WORKER_THREADS, CONNECTIONS, PERMITS, CORES, USERS, ARRIVALS, PLAN, CHANGES, UNKNOWN;

    public static Limit of(Flow flow, Load load) {
        return flow.bound().map(Resource::name).map(Limit::valueOf).orElse(load.isOpen() ? ARRIVALS : USERS);
    }

    public String words() {
        return this == UNKNOWN ? "" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public String words(double many) {
        return many == 1 ? words().replaceFirst("s$", "") : words();
    }
}
