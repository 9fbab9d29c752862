package lab.run;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import common.json.JsonWriter;
import common.json.Records;
import common.process.Child.ProgramFailure;
import common.process.Child;
import common.text.Numbers;
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

/**
 * How many requests a second JMeter could make at most on this machine: it asks a {@link FreeAnswer}, with the plan and
 * the samples of a closed loop. Measured once for a machine, a JDK and a JMeter, and kept in a file that git ignores.
 *
 * <p>It is the fastest second of some, because others may use the machine. JMeter is JIT-cold for as long as this
 * takes, and so it is in a run, which is as short: with a long warm-up it makes more.
 */
public record GeneratorCeiling(Installation installation) {
    /** What the environment calls it. */
    public static final String NAME = "JMeter's ceiling";
    private static final int USERS = 100;
    private static final long LOAD_MILLIS = 7_000;
    private static final long PATIENCE_MILLIS = 10_000;
    private static final long POLL_MILLIS = 100;

    /** @param of the machine, the JDK and the JMeter that it was measured with */
    public record Kept(String of, double perSecond) {
    }

    private Path file() {
        return installation.repository().resolve("jmeter/home/ceiling.json");
    }

    /**
     * In words, from the file or measured now, which takes some ten seconds.
     *
     * @param anew whether to measure it also where it is known
     */
    public String find(boolean anew, PrintStream progress) throws IOException, InterruptedException {
        double perSecond = anew ? Double.NaN : kept();
        if (Double.isNaN(perSecond)) {
            progress.println("measuring once how many requests JMeter can make here at most (10 s; then it is known)");
            try {
                perSecond = measure();
                keep(perSecond);
            } catch (ProgramFailure e) {
                return "not known: " + e.getMessage();
            }
        }
        return "JMeter could make at most " + Numbers.text(perSecond) + "/s of these here: the fastest second of "
                + LOAD_MILLIS / 1_000 + " against an answer that costs next to nothing, closed loop of " + USERS
                + " users; one that has run for longer makes more";
    }

    /** NaN where it was not measured yet, or of another machine, JDK or JMeter. */
    double kept() throws IOException {
        if (!Files.exists(file())) {
            return Double.NaN;
        }
        Kept kept = Records.read(Kept.class, Files.readString(file()));
        return kept.of().equals(identity()) ? kept.perSecond() : Double.NaN;
    }

    void keep(double perSecond) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), JsonWriter.text(new Kept(identity(), perSecond)));
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

    /** Of a path that nobody knows nothing is predicted: so it is no light load, under which JMeter compiles early. */
    private static Slot slot() {
        try {
            return Slot.all(ExperimentFile.parse("ceiling", "# Ceiling\npath = /ceiling\nbody = tech-talk\nusers = "
                    + USERS + "\ncontender.any = loom", Map.of()), false).getFirst();
        } catch (UsageException e) {
            throw new IllegalStateException(e);      // the text above is right
        }
    }

    private static void awaitFirstSample(Child jmeter, Path jtl) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (!Files.exists(jtl) || Files.size(jtl) == 0) {
            if (jmeter.awaitExit(POLL_MILLIS) || System.nanoTime() > end) {
                jmeter.checkAlive();
                throw new ProgramFailure("JMeter made no request within " + PATIENCE_MILLIS / 1_000 + " s");
            }
        }
    }

    /** Requests that were answered in it. */
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

    /**
     * A server that answers each GET at once with the same bytes: next to the least that an answer can cost, so that
     * what is asked of it shows how many requests the load generator can make. Knows no more of HTTP than where a
     * request without a body ends. A virtual thread for each connection serves it until its client closes it.
     */
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
                return;      // closed
            }
        }

        private static void serve(Socket client) {
            byte[] received = new byte[MOST_BYTES];
            int matched = 0;      // of a request's end
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
                return;      // the client has left, as all do in the end
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
