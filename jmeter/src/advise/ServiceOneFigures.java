package advise;

import commandline.UsageException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import jmeter.serviceone.HttpText;
import json.Records;

/**
 * Reads the figures of a service one that is under load from its {@code GET /stats}. What a request takes is what it
 * has to wait for others by what service two announces, and its CPU time: measured times have queues in them, for a
 * thread, a permit or a core, and so would say of each service that it is just large enough. Stateless.
 */
final class ServiceOneFigures {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final String HTTP_ADDRESS = "http://[^/]+/.*";
    /** A second: of fewer answers the CPU time is mostly the JVM's own. */
    private static final double FEW_ANSWERS = 50;

    private ServiceOneFigures() {
    }

    /** As it stands in the JSON; NaN or null is not known. */
    public record Told(Service service, Now now, Law law) {
    }

    /** @param limit requests that it serves at once, in {@code pool} its threads */
    public record Service(String mode, boolean boundedByThreads, double limit, double cores) {
    }

    /**
     * Of the last seconds; of now are connections, those in the queue, in flight, and waiting for a carrier.
     *
     * @param load in the queue or in flight
     */
    public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double connections,
            double queued, double inFlight, double virtualThreadsQueued, double load) {
        /** Who waits for an answer. A request whose thread waits for a carrier may not have been read yet. */
        double users() {
            double waiting = Math.max(Double.isNaN(load) ? 0 : load, queued + inFlight);
            double unread = Double.isNaN(virtualThreadsQueued) ? 0 : virtualThreadsQueued;
            return Math.min(waiting + unread, Math.max(waiting, connections));
        }
    }

    /**
     * @param arrivals    {@code open} or {@code closed}, as far as it can tell
     * @param waitSeconds that a request waits for others, as they announce it
     * @param here        of its mode, @param other of another one
     */
    public record Law(String arrivals, double arrivalsPerSecond, double waitSeconds, ServiceTwo serviceTwo,
            Predicted here, Predicted other) {
    }

    public record ServiceTwo(double stageDelayMillis, double authorizePermits) {
    }

    /** @param bound what limits it, as {@code carriers} */
    public record Predicted(double throughput, String bound) {
    }

    /** @throws IOException where it does not answer, or not as a service one under load */
    static Question at(String address) throws UsageException, IOException {
        try {
            return of(told(uri(address)));
        } catch (SocketTimeoutException e) {
            throw new IOException("no figures in " + TIMEOUT_MILLIS / 1_000 + " s at " + address
                    + ": on the port of its status page (8083 by default) they do not wait in its queue", e);
        } catch (UnknownHostException e) {
            throw new IOException("no figures of a service one at " + address + ": no such host", e);
        } catch (IOException e) {
            throw new IOException("no figures of a service one at " + address + ": " + e.getMessage(), e);
        }
    }

    private static URI uri(String address) throws UsageException {
        try {
            if (address.matches(HTTP_ADDRESS)) {
                return URI.create(address);
            }
        } catch (IllegalArgumentException e) {
            // said below, as for all that is no such address
        }
        throw new UsageException("--from takes an address such as http://127.0.0.1:8083/stats, not: " + address);
    }

    private static Told told(URI address) throws IOException {
        Told told;
        try {
            told = Records.read(Told.class, HttpText.get(address, TIMEOUT_MILLIS));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new IOException("what is there is no service one; its figures are at /stats", e);
        }
        if (told == null || told.service == null || told.service.mode == null || !(told.service.cores >= 1)
                || told.service.boundedByThreads && !(told.service.limit >= 1)
                || told.now == null || told.law == null) {
            throw new IOException("what is there is no service one; its figures are at /stats");
        }
        return told;
    }

    private static Question of(Told told) throws IOException {
        Now now = told.now;
        if (now.connections == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!(now.throughput > 0 && now.serviceMillis > 0 && now.queued + now.inFlight >= 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        double cpu = now.cpuMicrosPerRequest > 0 ? now.cpuMicrosPerRequest / 1e6 : Double.NaN;
        double latency = told.law.waitSeconds >= 0 && cpu > 0 ? told.law.waitSeconds + cpu : now.serviceMillis / 1e3;
        boolean isOpen = "open".equals(told.law.arrivals) && told.law.arrivalsPerSecond > 0;
        double users = isOpen ? Double.NaN : now.users();
        double permits = told.law.serviceTwo == null ? 0 : told.law.serviceTwo.authorizePermits;
        boolean hasPermits = permits >= 1;
        Figures figures = new Figures(isOpen ? arrivals(told, latency) : users / latency, users, latency,
                told.service.boundedByThreads ? (int) told.service.limit : 0, (int) told.service.cores, cpu,
                hasPermits ? (int) permits : 0,
                hasPermits ? Math.min(latency, told.law.serviceTwo.stageDelayMillis / 1e3) : Double.NaN,
                pinned(told, latency), Double.NaN);
        return new Question(figures, doubts(now));
    }

    /** Those of the last seconds, and where all threads are busy already, at least what these let through. */
    private static double arrivals(Told told, double latency) {
        boolean isFull = told.service.boundedByThreads && told.now.queued > 0;
        return isFull ? Math.max(told.law.arrivalsPerSecond, told.service.limit / latency) : told.law.arrivalsPerSecond;
    }

    /** What keeps its carrier, where that limits this mode or would limit the other one; NaN where nothing does. */
    private static double pinned(Told told, double latency) {
        for (Predicted mode : new Predicted[] {told.law.here, told.law.other}) {
            if (mode != null && "carriers".equals(mode.bound) && mode.throughput > 0) {
                return Math.min(latency, told.service.cores / mode.throughput);
            }
        }
        return Double.NaN;
    }

    private static List<String> doubts(Now now) {
        List<String> doubts = new ArrayList<>();
        if (now.throughput < FEW_ANSWERS) {
            doubts.add("Its CPU time is that of few requests, and thus mostly the JVM's own.");
        }
        return doubts;
    }
}
