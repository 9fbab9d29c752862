package load;

import common.process.Child;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Owns the JMeter process that runs a plan. The main thread starts it and waits for it; its output is read by the
 * child's own thread; the JVM's shutdown thread may tell it to stop.
 *
 * <p>Ctrl-C on a terminal goes to every process there, and JMeter would die of it with half of its samples unwritten.
 * So it runs with that signal ignored, and is told over its own UDP port to let the requests in flight finish; then it
 * writes its samples and the dashboard as at any other end.
 */
final class JmeterRun {
    private static final int PATIENCE_MILLIS = 5_000;

    private final SummariserProgress progress;
    private final Path output;
    private final ControlPort control = new ControlPort();
    private boolean stopped;               // this and the next one change under this object's monitor
    private volatile Child process;

    JmeterRun(SummariserProgress progress, Path output) {
        this.progress = progress;
        this.output = output;
    }

    /** Runs it to its end, showing progress, and returns JMeter's exit code. */
    int run(ProcessBuilder jmeter) throws IOException, InterruptedException {
        start(jmeter);
        try (Child running = process) {
            while (!running.awaitExit(1_000)) {
                progress.show();
            }
            return running.exitCode();
        } finally {
            progress.end();
        }
    }

    private synchronized void start(ProcessBuilder jmeter) throws IOException {
        if (stopped) {
            throw new IOException("stopped before JMeter was started");
        }
        process = Child.startIgnoringInterrupt("JMeter", jmeter, output, this::read);
    }

    private void read(String line) {
        progress.read(line);
        control.read(line);
    }

    /** Ends it as gently as it allows and returns when it has ended; before it was started, keeps it from that. */
    void stop() throws IOException, InterruptedException {
        if (preventStart()) {
            return;
        }
        progress.stopping();
        if (control.shutDown() && process.awaitExit(PATIENCE_MILLIS)
                || control.stopNow() && process.awaitExit(PATIENCE_MILLIS)) {
            return;
        }
        process.terminate();
        if (!process.awaitExit(PATIENCE_MILLIS)) {
            process.close();
        }
    }

    private synchronized boolean preventStart() {
        stopped = true;
        return process == null;
    }
}
