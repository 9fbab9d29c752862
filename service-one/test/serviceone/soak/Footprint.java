package serviceone.soak;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What service one holds at a moment, seen from outside.
 *
 * @param descriptors open files and sockets
 * @param threads     platform threads, but for the JVM's compilers and collectors, which come and go by themselves
 * @param heapBytes   what is left of the heap after a collection
 * @param pooled      its connections to service two
 * @param connections of its clients, by its own count: permits that were not given back
 */
record Footprint(long descriptors, long threads, long heapBytes, long pooled, long connections) {
    private static final Pattern JVM_THREAD = Pattern.compile("(C1|C2|G1|GC) .*");
    private static final Pattern LIVE = Pattern.compile("Total +\\d+ +(\\d+)");
    private static final Pattern CONNECTIONS = Pattern.compile("\"connections\":(\\d+)");
    /** Established, or closed by service two alone: what a descriptor is still held for (Linux, net/tcp_states.h). */
    private static final List<String> HELD = List.of("01", "08");

    static Footprint of(Services services) throws IOException, InterruptedException {
        Path process = Path.of("/proc", String.valueOf(services.pid()));
        return new Footprint(descriptors(process), threads(process), heapBytes(services.pid()), pooled(services),
                connections(services));
    }

    private static long descriptors(Path process) throws IOException {
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            return open.count();
        }
    }

    private static long threads(Path process) throws IOException {
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            return tasks.map(Footprint::name).filter(name -> !name.isEmpty() && !JVM_THREAD.matcher(name).matches())
                    .count();
        }
    }

    /** Empty for a thread that has just ended. */
    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** The histogram is one of live objects, because it is taken behind a full collection. */
    private static long heapBytes(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, String.valueOf(pid), "GC.class_histogram")
                .redirectErrorStream(true).start();
        return number(LIVE, new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    static long pooled(Services services) throws IOException {
        long held = 0;
        for (String table : List.of("tcp", "tcp6")) {
            Path path = Path.of("/proc", String.valueOf(services.pid()), "net", table);
            try (Stream<String> lines = Files.lines(path)) {
                held += lines.map(line -> line.strip().split(" +"))
                        .filter(fields -> isHeldTo(services.portOfTwo(), fields)).count();
            } catch (NoSuchFileException e) {
                // a kernel without IPv6 has no tcp6
            }
        }
        return held;
    }

    /** @param fields number, local address, remote one, state, and so on; addresses and ports are hexadecimal */
    private static boolean isHeldTo(int port, String[] fields) {
        return fields[2].endsWith(":%04X".formatted(port)) && HELD.contains(fields[3]);
    }

    static long connections(Services services) throws IOException {
        try (InputStream in = URI.create(services.statusPage()).resolve("/stats").toURL().openStream()) {
            return number(CONNECTIONS, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static long number(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in: " + text);
        }
        return Long.parseLong(matcher.group(1));
    }

    /** Of both the lesser figures: what comes and goes while one looks is in one of them only. */
    Footprint least(Footprint other) {
        return new Footprint(Math.min(descriptors, other.descriptors), Math.min(threads, other.threads),
                Math.min(heapBytes, other.heapBytes), Math.min(pooled, other.pooled),
                Math.min(connections, other.connections));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d descriptors, %d threads, %,d KB live heap, %d to service two, %d of"
                + " clients", descriptors, threads, heapBytes / 1024, pooled, connections);
    }
}
