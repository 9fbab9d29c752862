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

    /** As it stands in the JSON; null is not known. */
    record Told(Service service, Now now) {
    }

    /** @param limit requests that it serves at once, in {@code pool} its threads */
    record Service(String mode, Double limit, Integer cores) {
    }

    /** Of the last seconds. */
    record Now(Double throughput, Double serviceMillis, Double cpuMicrosPerRequest) {
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

    private static Figures of(Told told) throws IOException {
        if (told.service == null || told.service.mode == null || told.service.cores == null || told.now == null) {
            throw new IOException("what is there is no service one");
        }
        double rate = orNaN(told.now.throughput);
        double latency = orNaN(told.now.serviceMillis) / 1e3;
        if (!(rate > 0 && latency > 0)) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        boolean isPool = told.service.mode.equals("pool") && told.service.limit != null;
        return Figures.of(rate, latency, isPool ? told.service.limit.intValue() : AdviceOptions.DEFAULT_THREADS,
                told.service.cores, orNaN(told.now.cpuMicrosPerRequest) / 1e6);
    }

    private static double orNaN(Double value) {
        return value == null ? Double.NaN : value;
    }
}
