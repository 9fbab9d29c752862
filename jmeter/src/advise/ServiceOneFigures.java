package advise;

import common.commandline.Tool;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import load.Stats;

/**
 * The figures of a service one that is under load, made of what it says of itself at {@code GET /stats}. What a request
 * takes is what it has to wait for others by what service two announces, and its CPU time: measured times have queues
 * in them, for a thread, a permit or a core, and so would say of each service that it is just large enough. NaN or null
 * is not known.
 */
public record ServiceOneFigures(Service service, Now now, Law law) {
    private static final int TIMEOUT_MILLIS = 5_000;
    /** A second: of fewer answers the CPU time is mostly the JVM's own. */
    private static final double FEW_ANSWERS = 50;

    /** @param limit requests that it serves at once, in {@code pool} its threads */
    public record Service(String mode, boolean boundedByThreads, double limit, double cores) {
        private boolean isKnown() {
            return mode != null && cores >= 1 && (!boundedByThreads || limit >= 1);
        }
    }

    /**
     * Of the last seconds; of now are connections, those in the queue, in flight, and waiting for a carrier.
     *
     * @param load in the queue or in flight
     */
    public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double connections,
            double queued, double inFlight, double virtualThreadsQueued, double load) {
        /** Whether requests are answered, and all that is needed is known of them. */
        private boolean isAnswering() {
            return throughput > 0 && serviceMillis > 0 && queued + inFlight >= 0;
        }

        /** Who waits for an answer. A request whose thread waits for a carrier may not have been read yet. */
        private double users() {
            double waiting = Math.max(Double.isNaN(load) ? 0 : load, queued + inFlight);
            double unread = Double.isNaN(virtualThreadsQueued) ? 0 : virtualThreadsQueued;
            return Math.min(waiting + unread, Math.max(waiting, connections));
        }
    }

    /**
     * @param arrivals    {@code open} or {@code closed}, as far as it can tell
     * @param waitSeconds that a request waits for others, as they announce it
     * @param here        of its mode
     * @param other       of another one
     */
    public record Law(String arrivals, double arrivalsPerSecond, double waitSeconds, ServiceTwo serviceTwo,
            Predicted here, Predicted other) {
        private boolean isOpen() {
            return "open".equals(arrivals) && arrivalsPerSecond > 0;
        }
    }

    /** @param authorizePermits NaN where there is no limit */
    public record ServiceTwo(double stageDelayMillis, double authorizePermits) {
    }

    /** @param bound what limits it, as {@code carriers} */
    public record Predicted(double throughput, String bound) {
        private boolean isByCarriers() {
            return "carriers".equals(bound) && throughput > 0;
        }
    }

    /**
     * @param remarks takes what to doubt about the figures
     * @throws IOException where it does not answer, or not as a service one under load
     */
    static ServiceFigures at(URI address, List<String> remarks) throws IOException {
        try {
            ServiceOneFigures told = Stats.ask(ServiceOneFigures.class, address, TIMEOUT_MILLIS);
            told.check();
            if (told.now.throughput < FEW_ANSWERS) {
                remarks.add("Its CPU time is that of few requests, and thus mostly the JVM's own.");
            }
            return told.figures();
        } catch (SocketTimeoutException e) {
            throw new IOException("no figures in " + TIMEOUT_MILLIS / 1_000 + " s at " + address
                    + ": on the port of its status page (8083 by default) they do not wait in its queue", e);
        } catch (IOException e) {
            throw new IOException("no figures of a service one at " + address + ": " + Tool.reason(e), e);
        }
    }

    private void check() throws IOException {
        if (service == null || !service.isKnown() || now == null || law == null) {
            throw new IOException("what is there is no service one; its figures are at /stats");
        }
        if (now.connections == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!now.isAnswering()) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
    }

    private ServiceFigures figures() {
        int permits = law.serviceTwo != null && law.serviceTwo.authorizePermits >= 1
                ? (int) law.serviceTwo.authorizePermits : 0;
        double held = permits == 0 ? Double.NaN : Math.min(latency(), law.serviceTwo.stageDelayMillis / 1e3);
        return new ServiceFigures(rate(), law.isOpen() ? Double.NaN : now.users(), latency(),
                service.boundedByThreads ? (int) service.limit : 0, (int) service.cores, cpu(), permits, held, pinned(),
                Double.NaN);
    }

    private double cpu() {
        return now.cpuMicrosPerRequest > 0 ? now.cpuMicrosPerRequest / 1e6 : Double.NaN;
    }

    private double latency() {
        return law.waitSeconds >= 0 && cpu() > 0 ? law.waitSeconds + cpu() : now.serviceMillis / 1e3;
    }

    /**
     * What would arrive if nobody waited for a turn. In an open loop that of the last seconds, and where all threads
     * are busy already, at least what these let through.
     */
    private double rate() {
        if (!law.isOpen()) {
            return now.users() / latency();
        }
        boolean isFull = service.boundedByThreads && now.queued > 0;
        return isFull ? Math.max(law.arrivalsPerSecond, service.limit / latency()) : law.arrivalsPerSecond;
    }

    /** What keeps its carrier, where that limits this mode or would limit the other one; NaN where nothing does. */
    private double pinned() {
        return Stream.of(law.here, law.other).filter(mode -> mode != null && mode.isByCarriers()).findFirst()
                .map(mode -> Math.min(latency(), service.cores / mode.throughput)).orElse(Double.NaN);
    }
}
