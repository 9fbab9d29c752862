package lab.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Copies the samples that come from other machines into a JTL, while they come, each moved to this machine's clock: so
 * whoever reads the JTL need not know of other clocks. Owns both files. Its own thread copies, and is alone with all
 * that it writes until {@link #close}, from the runner's thread, has let it copy what was left and joined it.
 *
 * <p>states: COPYING -> the last round, once {@code complete} is counted down -> ended
 */
final class AlignedSamples implements AutoCloseable {
    private static final long PERIOD_MILLIS = 100;
    private static final int CHUNK = 1 << 20;

    private final Path written;
    private final Path jtl;
    private final ClockShift shift;
    private final CountDownLatch complete = new CountDownLatch(1);
    private final Thread thread;
    private long offset;
    private String rest = "";             // the beginning of a record that is not whole yet
    private IOException failure;          // null where there is none

    /** @param ahead by how many milliseconds the clock of each generator, HOST:PORT, is ahead of this machine's */
    AlignedSamples(Path written, Path jtl, Map<String, Double> ahead) {
        this.written = written;
        this.jtl = jtl;
        this.shift = new ClockShift(ahead);
        this.thread = Thread.ofPlatform().daemon().name("samples of other machines").start(this::run);
    }

    private void run() {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(jtl))) {
            boolean last = false;
            while (!last) {
                last = complete.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                copy(out);
                out.flush();
            }
            out.write(rest.getBytes(StandardCharsets.ISO_8859_1));      // so that it is seen that JMeter wrote no more
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // nobody does
        }
    }

    /** What was written since the last time; nothing before JMeter has made the file. */
    private void copy(OutputStream out) throws IOException {
        if (!Files.exists(written)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(written, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            while (channel.read(buffer, offset) > 0) {
                offset += buffer.position();
                take(new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1), out);
                buffer.clear();
            }
        }
    }

    /** Writes the records that are whole: a line's end within quotes ends none. */
    private void take(String text, OutputStream out) throws IOException {
        String all = rest + text;
        int begin = 0;
        boolean quoted = false;
        for (int i = 0; i < all.length(); i++) {
            quoted ^= all.charAt(i) == '"';
            if (all.charAt(i) == '\n' && !quoted) {
                out.write(shift.moved(all.substring(begin, i + 1)).getBytes(StandardCharsets.ISO_8859_1));
                begin = i + 1;
            }
        }
        rest = all.substring(begin);
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
