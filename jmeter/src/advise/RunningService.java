package advise;

import commandline.UsageException;
import java.io.IOException;
import java.net.URI;
import jmeter.serviceone.HttpText;
import json.Records;

/** Reads the figures of a service one that is under load from its {@code GET /stats}. Stateless. */
final class RunningService {
    private static final int TIMEOUT_MILLIS = 5_000;

    private RunningService() {
    }

    /** As it stands in the JSON; NaN or null is not known. */
    public record Told(Service service, Now now, Law law) {
    }

    /** @param limit requests that it serves at once, in {@code pool} its threads */
    public record Service(String mode, double limit, double cores) {
    }

    /** Of the last seconds. */
    public record Now(double throughput, double serviceMillis, double cpuMicrosPerRequest, double queued,
            double inFlight) {
    }

    /** @param arrivals {@code open} or {@code closed}, as far as it can tell */
    public record Law(String arrivals, double arrivalsPerSecond) {
    }

    /** @throws IOException where it does not answer, or not as a service one */
    static Figures at(String address) throws UsageException, IOException {
        try {
            return of(Records.read(Told.class, HttpText.get(URI.create(address), TIMEOUT_MILLIS)));
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new UsageException("--from takes an address such as http://127.0.0.1:8082/stats, not: " + address);
        } catch (IOException e) {
            throw new IOException("no figures of a service one at " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * What would be asked if nobody waited for a thread. In a closed loop what is answered is all that is asked, and
     * those in the queue would ask as often as those who are served.
     */
    private static double wanted(Told told) {
        boolean isOpen = told.law != null && "open".equals(told.law.arrivals) && told.law.arrivalsPerSecond > 0;
        double waiting = told.now.queued + told.now.inFlight;
        return isOpen ? told.law.arrivalsPerSecond
                : told.now.queued > 0 ? waiting / (told.now.serviceMillis / 1e3) : told.now.throughput;
    }

    private static Figures of(Told told) throws IOException {
        if (told.service == null || told.service.mode == null || !(told.service.cores > 0) || told.now == null) {
            throw new IOException("what is there is no service one");
        }
        if (!(told.now.throughput > 0 && told.now.serviceMillis > 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        boolean isPool = told.service.mode.equals("pool") && told.service.limit >= 1;
        return Figures.of(wanted(told), told.now.serviceMillis / 1e3,
                isPool ? (int) told.service.limit : AdviceOptions.DEFAULT_THREADS, (int) told.service.cores,
                told.now.cpuMicrosPerRequest / 1e6);
    }
}
