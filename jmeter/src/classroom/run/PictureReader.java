package classroom.run;

import common.json.Records;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import load.HttpText;

/**
 * Asks a service one for its live figures, once a second, on a virtual thread of its own until it is closed. The
 * picture is a volatile field, which any thread may read.
 *
 * <p>The answers cost service one some 10 ms of CPU time a second, whatever else it does: with 1,000 users of loom at
 * 945 requests a second a request took 271, 269 and 264 µs without them and 274, 338 and 280 with them (two cores,
 * shared; JDK 25.0.3; runs in turn). All contenders of a lesson are asked alike.
 */
final class PictureReader implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1_000;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final String contender;
    private final URI stats;
    private final PictureMaker maker;
    private final LivesReader lives;
    private final Thread thread;
    private volatile Picture picture;      // null until the first answer

    private PictureReader(String contender, String label, URI stats) {
        this.contender = contender;
        this.stats = stats;
        this.maker = new PictureMaker(contender, label);
        this.lives = new LivesReader(stats.resolve("/lives"));
        this.thread = Thread.ofVirtual().name("picture of " + contender).unstarted(this::read);
    }

    static PictureReader start(String contender, String label, URI stats) {
        PictureReader reader = new PictureReader(contender, label, stats);
        reader.thread.start();
        return reader;
    }

    private void read() {
        try {
            while (true) {
                ask();
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // closed
        }
    }

    private void ask() {
        try {
            LiveStats said = Records.read(LiveStats.class, HttpText.get(stats, TIMEOUT_MILLIS));
            if (said.now() != null && said.service() != null) {
                picture = maker.make(said, System.nanoTime(), lives.latest());
            }
        } catch (IOException e) {
            return;      // too busy, or gone: the last picture stays, and the next second may have another
        }
    }

    String contender() {
        return contender;
    }

    Optional<Picture> picture() {
        Picture latest = picture;
        return Optional.ofNullable(latest == null || thread.isAlive() ? latest : latest.ended());
    }

    /** Its thread ends soon after. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
