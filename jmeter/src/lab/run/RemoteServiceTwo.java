package lab.run;

import common.io.HostPort;
import common.process.ProgramFailure;
import java.io.IOException;
import java.util.List;

/** A service two that somebody else has started, as it tells of itself. Used by the runner's thread. */
final class RemoteServiceTwo implements Program {
    private static final int TIMEOUT_MILLIS = 1_000;

    private final HostPort address;
    private String silence = "";      // why it did not answer the last question; empty where it did

    RemoteServiceTwo(HostPort address) {
        this.address = address;
    }

    @Override
    public double cpuSeconds() {
        try {
            long millis = AnnouncedServiceTwo.ask(address, TIMEOUT_MILLIS).cpuMillis();
            silence = "";
            return millis / 1e3;
        } catch (IOException e) {
            silence = e.getMessage();
            return Double.NaN;
        }
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of();
    }

    @Override
    public Footprint footprint() {
        return Footprint.UNKNOWN;
    }

    @Override
    public void checkAlive() throws ProgramFailure {
        if (!silence.isEmpty()) {
            throw new ProgramFailure("service two at " + address + " no longer answered (" + silence + ")");
        }
    }

    @Override
    public void close() {
        // Whoever has started it ends it.
    }
}
