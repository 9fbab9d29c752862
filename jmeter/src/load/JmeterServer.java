package load;

import common.io.HostPort;
import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import load.install.JmeterHeap;
import load.install.JmeterHome;

/**
 * A JMeter that waits for orders. Owned by the thread that starts it; {@link #close} may come from any.
 *
 * @param address where it listens
 */
public record JmeterServer(HostPort address, Child process) implements AutoCloseable {
    private static final int START_SECONDS = 60;
    /** How many users it will be told to play is not known yet; five times as many fit in, collected more often. */
    private static final JmeterHeap HEAP = new JmeterHeap(2_000);

    /** Starts one; it is ready some seconds later. */
    public static JmeterServer start(JmeterHome home, HostPort address, List<String> arguments, Path output,
            Consumer<String> listener) throws IOException {
        return new JmeterServer(address, Child.startIgnoringInterrupt("jmeter-server at " + address,
                home.commandHere(arguments, Optional.of(HEAP),
                output.resolveSibling(output.getFileName() + ".properties")), output, listener));
    }

    /** Returns when it accepts orders. */
    public void awaitReady() throws IOException, InterruptedException {
        process.awaitPort(address.host(), address.port(), START_SECONDS);
    }

    /** Asks it to end, and does not wait for that. */
    @Override
    public void close() {
        process.terminate();
    }
}
