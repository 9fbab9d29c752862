package advise;

import common.commandline.UsageException;
import common.json.Records;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import load.HttpText;

/** Asks a service one that is under load for its figures. Stateless. */
final class ServiceOneFigures {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final String HTTP_ADDRESS = "http://[^/]+/.*";
    /** A second: of fewer answers the CPU time is mostly the JVM's own. */
    private static final double FEW_ANSWERS = 50;
    private static final String ANOTHER = "what is there is no service one; its figures are at /stats";

    private ServiceOneFigures() {
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
        try {
            Told told = Records.read(Told.class, HttpText.get(address, TIMEOUT_MILLIS));
            if (told != null && told.isServiceOne()) {
                return told;
            }
        } catch (IllegalArgumentException | ClassCastException e) {
            throw new IOException(ANOTHER, e);
        }
        throw new IOException(ANOTHER);
    }

    private static Question of(Told told) throws IOException {
        if (told.now().connections() == 0) {
            throw new IOException("nobody is connected to it; ask while it is under load");
        }
        if (!told.now().isAnswering()) {
            throw new IOException("it has answered nothing in its last seconds; ask again under load");
        }
        return new Question(told.figures(), told.now().throughput() < FEW_ANSWERS
                ? List.of("Its CPU time is that of few requests, and thus mostly the JVM's own.") : List.of());
    }
}
