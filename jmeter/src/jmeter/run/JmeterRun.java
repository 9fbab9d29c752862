package jmeter.run;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import process.Child;

/**
 * Owns the JMeter process that runs a plan. The main thread starts it and waits for it; its output is read by the
 * child's own thread; the JVM's shutdown thread may tell it to stop.
 *
 * <p>Ctrl-C on a terminal goes to every process there, and JMeter would die of it with half of its samples unwritten.
 * So it runs with that signal ignored, and is told over its own UDP port to let the requests in flight finish; then it
 * writes its samples and the dashboard as at any other end.
 */
final class JmeterRun {
    private static final Pattern PORT = Pattern.compile("Waiting for possible .* message on port (\\d+)");
    private static final int PATIENCE_MILLIS = 5_000;

    private final SummariserProgress progress;
    private final Path output;
    private boolean stopped;               // this and the next one change under this object's monitor
    private volatile Child process;
    private volatile int port;             // 0 until JMeter has told it

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
        findPort(line);
    }

    private void findPort(String line) {
        Matcher matcher = PORT.matcher(line);
        if (matcher.find()) {
            port = Integer.parseInt(matcher.group(1));
        }
    }

    /** Ends it as gently as it allows and returns when it has ended; before it was started, keeps it from that. */
    void stop() throws IOException, InterruptedException {
        if (preventStart()) {
            return;
        }
        progress.stopping();
        for (String command : List.of("Shutdown", "StopTestNow")) {
            if (tell(command) && process.awaitExit(PATIENCE_MILLIS)) {
                return;
            }
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

    private boolean tell(String command) {
        byte[] message = command.getBytes(StandardCharsets.US_ASCII);
        try (DatagramSocket socket = new DatagramSocket()) {
            if (port > 0) {
                socket.send(new DatagramPacket(message, message.length, InetAddress.getLoopbackAddress(), port));
            }
            return port > 0;
        } catch (IOException e) {
            return false;      // the caller then ends it in a harder way
        }
    }
}
