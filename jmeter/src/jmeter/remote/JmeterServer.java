package jmeter.remote;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jmeter.install.JmeterHome;
import process.JvmChild;

/** Owns a JMeter that waits for orders. Used by the thread that starts it; {@link #close} may come from any. */
public final class JmeterServer implements AutoCloseable {
    private static final int START_SECONDS = 60;

    private final HostPort address;
    private final Process process;

    private JmeterServer(HostPort address, Process process) {
        this.address = address;
        this.process = process;
    }

    /** Starts one; it is ready some seconds later. */
    public static JmeterServer start(JmeterHome home, HostPort address, List<String> arguments, Redirect output) throws IOException {
        ProcessBuilder builder = JvmChild.ignoringInterrupt(home.command(arguments));
        Process process = builder.redirectInput(Redirect.from(new File("/dev/null"))).redirectErrorStream(true)
                .redirectOutput(output).start();
        return new JmeterServer(address, process);
    }

    HostPort address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    /** Returns when it accepts orders. */
    public void awaitReady() throws IOException, InterruptedException {
        IOException refused = null;
        for (int tenth = 0; tenth < START_SECONDS * 10; tenth++) {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                throw new IOException("jmeter-server at " + address + " ended with exit code " + process.exitValue());
            }
            try {
                address.reach();
                return;
            } catch (IOException e) {
                refused = e;
            }
        }
        throw new IOException("jmeter-server at " + address + " does not answer after " + START_SECONDS + " s", refused);
    }

    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
