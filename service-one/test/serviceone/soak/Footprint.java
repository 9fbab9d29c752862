package serviceone.soak;

import common.process.Child;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    static Footprint of(SoakedServices services) throws IOException, InterruptedException {
        Path process = Path.of("/proc", String.valueOf(services.one.pid()));
        return new Footprint(descriptors(process), threads(process), heapBytes(services.one.pid()), pooled(services),
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
        return number(LIVE, Child.outputOf(jcmd, String.valueOf(pid), "GC.class_histogram"));
    }

    static long pooled(SoakedServices services) throws IOException {
        long held = 0;
        for (String table : List.of("tcp", "tcp6")) {
            Path path = Path.of("/proc", String.valueOf(services.one.pid()), "net", table);
            try (Stream<String> lines = Files.lines(path)) {
                held += lines.map(line -> line.strip().split(" +"))
                        .filter(fields -> isHeldTo(services.portOfTwo, fields)).count();
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

    static long connections(SoakedServices services) throws IOException {
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

    /**
     * Each figure in words, and whether it has grown by no more than a healthy service needs. A minute has 5,000 honest
     * requests: a descriptor kept for one in a thousand of them is beyond it in a minute, and so are 200 bytes each.
     */
    Map<String, Boolean> growthSince(Footprint first) {
        Map<String, Boolean> flat = new LinkedHashMap<>();
        // The JDK opens a few late, such as a poller for virtual threads.
        put(flat, "descriptors", first.descriptors, descriptors, 2);
        // Carriers beyond the first few come and go, each after 30 s without work.
        put(flat, "threads", first.threads, threads, 3);
        // The status page's history fills for two minutes, and the JVM links and caches: some 40 KB.
        put(flat, "live heap, KB", first.heapBytes / 1024, heapBytes / 1024, 512);
        // All are idle in a quiet moment, and idle ones are given up after 20 s.
        put(flat, "to service two", first.pooled, pooled, 0);
        put(flat, "of clients", first.connections, connections, 0);      // nobody is connected
        return flat;
    }

    private static void put(Map<String, Boolean> flat, String name, long first, long last, long allowed) {
        boolean isFlat = last <= first + allowed;
        flat.put(String.format(Locale.ROOT, "%-15s %,8d at first, %,8d at last, %,d more allowed: %s", name, first,
                last, allowed, isFlat ? "flat" : "grows"), isFlat);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d descriptors, %d threads, %,d KB live heap, %d to service two, %d of"
                + " clients", descriptors, threads, heapBytes / 1024, pooled, connections);
    }
}
