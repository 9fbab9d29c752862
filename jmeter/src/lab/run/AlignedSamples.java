package lab.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Copies the samples that come from other machines into a JTL, while they come, each moved to this machine's clock: so
 * whoever reads the JTL need not know of other clocks. Its own thread copies, and is alone with all that it writes
 * until {@link #close}, from the runner's thread, has let it copy what was left and joined it.
 *
 * <p>states: COPYING -> the last round, once {@code complete} is counted down -> ended
 */
final class AlignedSamples implements AutoCloseable {
    private static final long PERIOD_MILLIS = 100;
    private static final Pattern STAMP = Pattern.compile("^(\\d{13}),");

    private final Path written;
    private final Path jtl;
    private final Map<String, Double> ahead;
    private final CountDownLatch complete = new CountDownLatch(1);
    private final Thread thread;
    private IOException failure;          // null where there is none

    /** @param ahead by how many milliseconds the clock of each generator, HOST:PORT, is ahead of this machine's */
    AlignedSamples(Path written, Path jtl, Map<String, Double> ahead) {
        this.written = written;
        this.jtl = jtl;
        this.ahead = ahead;
        this.thread = Thread.ofPlatform().daemon().name("samples of other machines").start(this::run);
    }

    private void run() {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jtl))) {
            JtlTail tail = new JtlTail(written, record -> out.write(bytes(moved(record))));
            boolean last = false;
            while (!last) {
                last = complete.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                tail.read();
                out.flush();
            }
            out.write(bytes(tail.rest()));      // so that it is seen that JMeter wrote no more
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // nobody does
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String moved(String record) throws IOException {
        Matcher stamp = STAMP.matcher(record);
        if (!stamp.find()) {
            return record;      // the names of the columns
        }
        return Math.round(Long.parseLong(stamp.group(1)) - ahead(record)) + record.substring(stamp.end(1));
    }

    /** JMeter begins the name of a sample's thread with the HOST:PORT that the generator was given the order at. */
    private double ahead(String record) throws IOException {
        return ahead.entrySet().stream().filter(each -> record.contains("," + each.getKey() + "-"))
                .mapToDouble(Map.Entry::getValue).findFirst()
                .orElseThrow(() -> new IOException("a sample of none of the generators " + ahead.keySet() + ": "
                        + record.strip()));
    }

    /** @throws IOException where not all could be copied */
    @Override
    public void close() throws IOException {
        complete.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // whoever interrupts does not want the samples
            return;
        }
        if (failure != null) {
            throw failure;
        }
        Files.deleteIfExists(written);
    }
}
