package experiment.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import jmeter.jtl.Jtl;
import jmeter.jtl.RecordedRequest;

/**
 * The samples of a JTL that are requests. Slow senders, which some plans have beside their users, are load and ask for
 * nothing: their samples are told by their label. Stateless.
 */
final class HonestRequests {
    /** The sampler's name in {@code experiments/slow-clients.jmx}. */
    static final String SLOW_SENDER = "slow sender";

    private HonestRequests() {
    }

    static void read(Path jtl, Consumer<RecordedRequest> each) throws IOException {
        Jtl.read(jtl, sample -> {
            if (!sample.label().equals(SLOW_SENDER)) {
                each.accept(sample);
            }
        });
    }
}
