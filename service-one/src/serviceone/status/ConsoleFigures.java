package serviceone.status;

import common.mode.Mode;
import common.process.JmxFigures;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;

/**
 * {@code serviceone:type=Service}: service one's figures for JMX consoles. Those of virtual threads are the JDK's, in
 * {@code jdk.management:type=VirtualThreadScheduler}.
 */
final class ConsoleFigures {
    private ConsoleFigures() {
    }

    static JmxFigures show(WatchedService service, Sampler sampler) {
        Meter meter = service.meter();
        return new JmxFigures("Service one: what happens to its connections, requests and calls. Counts are since the "
                + "start.")
                .add("Mode", "How the service gets its threads: " + String.join(", ", Mode.labels()),
                        service.mode()::label)
                .add("Port", "The TCP port where clients connect", service::port)
                .add("Accepted", "Connections accepted, including refused ones", () -> meter.get(Count.ACCEPTED))
                .add("Refused", "Connections refused, usually with 503: too many of them, a full queue, too long "
                        + "in the queue, or a shutdown", () -> meter.get(Count.REFUSED))
                .add("RefusedCalls", "Calls to service two that were not made, because of --max-calls. Their "
                        + "requests got 503", () -> meter.get(Count.REFUSED_CALLS))
                .add("QueueDepth", "Sockets waiting in the queue now", service.occupancy()::queued)
                .add("Connections", "Connections open now, including waiting ones", service.occupancy()::connections)
                .add("InFlight", "Requests read but not yet answered, now", meter::inFlight)
                .add("WaitingByCall", "Requests waiting in each of the four calls to service two, now",
                        meter::waitingByCall)
                .add("Completed", "Requests answered with any status, not counting refused connections",
                        () -> meter.get(Count.ANSWERED))
                .add("Failed", "Requests answered with a status of 400 or above, not counting refused connections",
                        () -> meter.get(Count.FAILED))
                .add("FailedByStatus", "Failed, by status", meter::failures)
                .add("RequestsPerSecond", "Requests answered per second over the last 10 s",
                        () -> finite(sampler.now().throughput()))
                .add("P50Millis", "Median response time over the last 10 s, in milliseconds, including the queue. "
                        + "At most 0.8 % off; 0 if there were no requests",
                        () -> finite(sampler.now().p50Millis()))
                .add("P99Millis", "Response time that 1 request in 100 exceeded over the last 10 s, in milliseconds, "
                        + "including the queue. At most 0.8 % off; 0 if there were no requests",
                        () -> finite(sampler.now().p99Millis()))
                .add("ThreadsBusy", "Threads that serve a request now, working or waiting. If requests keep no "
                        + "platform thread: carriers or event loops that were running, on average over the last second",
                        () -> finite(sampler.now().threadsBusy()))
                .add("ThreadsTotal", "The threads that serve: the " + service.mode().serving().plural(),
                        service::threadsTotal)
                .add("CpuMicrosPerRequest", "CPU time of the process per answered request since the start, in "
                        + "microseconds, including the JVM's start and compilers. 0 if there were no requests",
                        () -> finite(Jvm.SYSTEM.getProcessCpuTime() / 1e3 / meter.get(Count.ANSWERED)))
                .show("serviceone:type=Service");
    }

    /** Consoles show NaN as an error. */
    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}
