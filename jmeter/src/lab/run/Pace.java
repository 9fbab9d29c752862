package lab.run;

import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;

/**
 * How a load is put on a contender in quick motion: from as many connections as it has users, up to a limit, with waits
 * so much shorter that about {@value #PER_SECOND} requests a second are answered, or what the cores allow. Threads and
 * loops are to wait and to be idle meanwhile as they will be under the load. From 32 connections with calls of 3 ms,
 * compilers that had been quiet were busy again for ten seconds when the load came; from 100 with calls of 10 ms,
 * hardly.
 *
 * <p>A pool that is short of threads gets more connections than it has threads, so that they wait in the queue.
 *
 * @param delayMillis   that each call to service two waits
 * @param newConnection whether each request comes on one of its own, as the arrivals of an open loop do
 */
record Pace(int connections, int delayMillis, boolean newConnection) {
    private static final int PER_SECOND = 5_000;
    private static final int MOST_CONNECTIONS = 256;
    private static final int CALLS = 4;
    private static final double MILLIS = 1e3;

    static Pace of(Experiment experiment, Load load, Prediction predicted) {
        int connections = Math.clamp(Math.round(load.amount()), 1, MOST_CONNECTIONS);
        double atOnce = predicted.inFlight() > 0 ? Math.min(connections, predicted.inFlight()) : connections;
        int delay = (int) Math.max(1, MILLIS * atOnce / PER_SECOND / CALLS);
        return new Pace(connections, Math.min(delay, Math.max(experiment.delay(), experiment.stageDelay())),
                load.isOpen());
    }
}
