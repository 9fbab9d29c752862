package serviceone.soak;

import common.process.Child;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What service one holds at a moment.
 *
 * @param descriptors open files and sockets, connections to service two among them
 * @param threads     platform threads, by its own count
 * @param heapKb      what is left of the heap after a collection
 * @param connections of its clients, by its own count: permits that were not given back
 */
record Footprint(long descriptors, long threads, long heapKb, long connections) {
    private static final Pattern LIVE = Pattern.compile("Total +\\d+ +(\\d+)");

    static Footprint of(long pid, URI statusPage) throws IOException, InterruptedException {
        // The histogram is one of live objects, because it is taken behind a full collection.
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        long heapBytes = number(LIVE, Child.outputOf(jcmd, String.valueOf(pid), "GC.class_histogram"));
        return new Footprint(descriptors(pid), stat("platformThreads", statusPage), heapBytes / 1024,
                stat("connections", statusPage));
    }

    static long descriptors(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            return open.count();
        }
    }

    /** One of the figures of service one's status page, which do not count those who look at them. */
    static long stat(String name, URI statusPage) throws IOException {
        try (InputStream in = statusPage.resolve("/stats").toURL().openStream()) {
            return number(Pattern.compile('"' + name + "\":(\\d+)"),
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static long number(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in: " + text);
        }
        return Long.parseLong(matcher.group(1));
    }

    /**
     * Whether it has grown by no more than a healthy service needs. A minute has 5,000 honest requests: a descriptor
     * kept for one in a thousand of them is beyond it in a minute, and so are 200 bytes each.
     */
    boolean isFlatSince(Footprint first) {
        return descriptors <= first.descriptors + 2      // the JDK opens a few late, such as a poller
                && threads <= first.threads + 3          // carriers come and go, each after 30 s without work
                && heapKb <= first.heapKb + 512          // the status page's history, and what the JVM links: some 40 KB
                && connections == 0;                     // nobody is connected
    }
}
