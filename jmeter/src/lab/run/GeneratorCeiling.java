package lab.run;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import common.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import lab.define.ExperimentFile;
import load.install.FileTree;
import load.jtl.Jtl;
import process.Child.ProgramFailure;
import process.Child;
import text.Numbers;
import text.Records;

/**
 * The most requests per second that JMeter can make on this machine, in a closed loop against a {@link FreeAnswer}.
 * Measured once for each machine, JDK and JMeter, and kept in a file.
 *
 * <p>The fastest second counts, because other programs may slow JMeter down.
 */
public record GeneratorCeiling(Installation installation) {
    public static final String NAME = "JMeter's ceiling";
    private static final int USERS = 100;
    private static final long LOAD_MILLIS = 7_000;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long POLL_MILLIS = 100;

    public record Kept(String of, double perSecond) {
    }

    private Path file() {
        return installation.repository().resolve("jmeter/home/ceiling.json");
    }

    /**
     * @param again whether to measure even if the file has the ceiling
     * @return the ceiling in words, or why it is unknown
     */
    public String find(boolean again, PrintStream progress) throws IOException, InterruptedException {
        double perSecond = again ? Double.NaN : kept();
        if (Double.isNaN(perSecond)) {
            progress.println("measuring how many requests per second JMeter can make here (once, for 10 s)");
            try {
                perSecond = measure();
                keep(perSecond);
            } catch (ProgramFailure e) {
                return "JMeter's limit is unknown: " + e.getMessage();
            }
        }
        return "JMeter made at most " + Numbers.text(perSecond) + " requests in any of "
                + LOAD_MILLIS / 1_000 + " seconds here, with " + USERS + " users in a closed loop and an answer that "
                + "costs almost nothing; after a longer run, it may make more";
    }

    double kept() throws IOException {
        if (!Files.exists(file())) {
            return Double.NaN;
        }
        Kept kept = Records.read(Kept.class, Files.readString(file()));
        return kept.of().equals(identity()) ? kept.perSecond() : Double.NaN;
    }

    void keep(double perSecond) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), JsonObject.text(new Kept(identity(), perSecond)));
    }

    private String identity() {
        return String.join(", ", Environment.machine(), Environment.layers(Path.of("/")),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.runtime.version"), installation.jmeter().version());
    }

    private double measure() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ceiling");
        try (FreeAnswer server = new FreeAnswer()) {
            Path jtl = folder.resolve("samples.jtl");
            try (Child jmeter = Child.startGuarded("JMeter", installation.jmeter(slot(), false, server.address(),
                    jtl, folder.resolve("jmeter.log")), 0, folder.resolve("jmeter.out.log"))) {
                awaitFirstSample(jmeter, jtl);
                if (jmeter.awaitExit(LOAD_MILLIS)) {
                    jmeter.checkAlive();
                }
            }
            Jtl.checkWhole(jtl);
            return fastestSecond(jtl);
        } finally {
            FileTree.delete(folder);
        }
    }

    /** The lab predicts nothing for this path. Under a predicted light load, JMeter would compile early. */
    private static Slot slot() {
        try {
            return Slot.all(ExperimentFile.parse("ceiling", "# Ceiling\npath = /ceiling\nbody = tech-talk\nusers = "
                    + USERS + "\ncontender.any = loom", Map.of()), false).getFirst();
        } catch (UsageException e) {
            throw new IllegalStateException(e);      // cannot happen: the text is valid
        }
    }

    private static void awaitFirstSample(Child jmeter, Path jtl) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (!Files.exists(jtl) || Files.size(jtl) == 0) {
            if (jmeter.awaitExit(POLL_MILLIS) || System.nanoTime() > end) {
                jmeter.checkAlive();
                throw new ProgramFailure("no request in " + PATIENCE_MILLIS / 1_000 + " s");
            }
        }
    }

    static double fastestSecond(Path jtl) throws IOException {
        Map<Long, Integer> seconds = new HashMap<>();
        Jtl.read(jtl, request -> {
            if (request.success()) {
                seconds.merge(request.endMillis() / 1_000, 1, Integer::sum);
            }
        });
        return seconds.values().stream().mapToInt(count -> count).max()
                .orElseThrow(() -> new ProgramFailure("no request was answered"));
    }

    /** Answers each GET at once, so that the load generator is the limit. Each connection has a virtual thread. */
    static final class FreeAnswer implements AutoCloseable {
        private static final String BODY = "{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}";
        private static final byte[] ANSWER = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + BODY.length() + "\r\n\r\n" + BODY).getBytes(StandardCharsets.US_ASCII);
        private static final String END = "\r\n\r\n";
        private static final int BACKLOG = 1_000;
        private static final int MOST_BYTES = 4_096;

        private final ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());

        FreeAnswer() throws IOException {
            Thread.ofPlatform().daemon().name("free answer").start(this::accept);
        }

        HostPort address() {
            return new HostPort(server.getInetAddress().getHostAddress(), server.getLocalPort());
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = server.accept();
                    Thread.startVirtualThread(() -> serve(client));
                }
            } catch (IOException e) {
                return;
            }
        }

        private static void serve(Socket client) {
            byte[] received = new byte[MOST_BYTES];
            int matched = 0;
            try (client) {
                for (int read = client.getInputStream().read(received); read >= 0;
                        read = client.getInputStream().read(received)) {
                    for (int i = 0; i < read; i++) {
                        matched = received[i] == END.charAt(matched) ? matched + 1 : received[i] == '\r' ? 1 : 0;
                        if (matched == END.length()) {
                            matched = 0;
                            client.getOutputStream().write(ANSWER);
                        }
                    }
                }
            } catch (IOException e) {
                return;
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
